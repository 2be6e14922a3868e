
(* ---------------------------------------------------------------------------------------- *)
(* The passes of Treize: from one shuffle to the next.

   A pass that begins with i calls gives some points, and leads to j calls with some chance or to
   the loss.  `ahead` follows the cards of a pass one by one.  If the expected points of the
   passes and their chances are known, the game is a chain of `ranks` states with v = e + Qv. *)

Section Passes.

Variables ranks suits : nat.
Variable lost : Z.
Local Notation step := (treize ranks suits lost).
Local Notation whole := (full ranks suits).
Local Open Scope Q_scope.

Definition number_of (left : list Z) : Z := fold_right Z.add 0%Z left.
Definition cards (left : list Z) : nat := Z.to_nat (number_of left).

(* The mean of what the next `n` cards give, by G, and of F (calls) when they are turned. *)
Fixpoint ahead (G : Z -> Q) (F : nat -> Q) (n : nat) (calls : nat) (left : list Z) : Q :=
  match n with
  | O => F calls
  | S fewer =>
      sum (fun rank => inject_Z (nth rank left 0%Z) / inject_Z (number_of left) *
        (if Nat.eqb rank calls then G 1%Z + ahead G F fewer 0 (turn rank left)
         else if Nat.eqb (S calls) ranks then G lost
         else G 0%Z + ahead G F fewer (S calls) (turn rank left))) (seq 0 ranks)
  end.

(* A pass of the whole deck that begins with i calls: its expected gain, and the chance that it
   ends with j calls. *)
Definition pass_gain (i : nat) : Q := ahead inject_Z (fun _ => 0) (cards whole) i whole.
Definition pass_moves (i j : nat) : Q :=
  ahead (fun _ => 0) (fun k => if Nat.eqb k j then 1 else 0) (cards whole) i whole.

Lemma ahead_plus G G' F F' n : forall calls left,
  ahead (fun z => G z + G' z) (fun k => F k + F' k) n calls left ==
  ahead G F n calls left + ahead G' F' n calls left.
Proof.
  induction n as [|n IH]; intros calls left; simpl; [reflexivity|].
  rewrite <- sum_plus. apply sum_ext. intros rank _.
  destruct (Nat.eqb rank calls); [rewrite IH; ring|].
  destruct ranks as [|[|r]]; try (rewrite IH; ring).
  all: destruct (Nat.eqb calls _); [ring|rewrite IH; ring].
Qed.

Lemma ahead_scale x F n : forall calls left,
  ahead (fun _ => 0) (fun k => x * F k) n calls left == x * ahead (fun _ => 0) F n calls left.
Proof.
  induction n as [|n IH]; intros calls left; simpl; [reflexivity|].
  rewrite <- sum_scale. apply sum_ext. intros rank _.
  destruct (Nat.eqb rank calls); [rewrite IH; ring|].
  destruct ranks as [|[|r]]; try (rewrite IH; ring).
  all: destruct (Nat.eqb calls _); [ring|rewrite IH; ring].
Qed.

Lemma ahead_same G F F' n : (forall k, (k < ranks)%nat -> F k == F' k) ->
  forall calls left, (calls < ranks)%nat -> ahead G F n calls left == ahead G F' n calls left.
Proof.
  intros same. induction n as [|n IH]; intros calls left below; [apply same, below|].
  cbn [ahead]. apply sum_ext. intros rank _.
  destruct (Nat.eqb rank calls); [rewrite IH by lia; reflexivity|].
  destruct (Nat.eqb_spec (S calls) ranks); [reflexivity|]. rewrite IH by lia. reflexivity.
Qed.

Lemma ahead_list (weight_of : nat -> Q) (l : list nat) n calls left :
  ahead (fun _ => 0) (fun k => sum (fun j => weight_of j * (if Nat.eqb k j then 1 else 0)) l)
    n calls left ==
  sum (fun j => weight_of j *
    ahead (fun _ => 0) (fun k => if Nat.eqb k j then 1 else 0) n calls left) l.
Proof.
  induction l as [|j l IH].
  - cbn [sum]. rewrite <- (Qmult_0_l (ahead (fun _ => 0) (fun _ => 0) n calls left)).
    rewrite <- ahead_scale. reflexivity.
  - cbn [sum]. rewrite <- IH, <- ahead_scale, <- ahead_plus. reflexivity.
Qed.

Lemma indicator_sum (F : nat -> Q) k n start : (start <= k < start + n)%nat ->
  sum (fun j => F j * (if Nat.eqb k j then 1 else 0)) (seq start n) == F k.
Proof.
  revert start. induction n as [|n IH]; intros start inside; [lia|]. cbn [seq sum].
  destruct (Nat.eqb_spec k start) as [same|other].
  - subst. assert (none : forall m first, (start < first)%nat ->
      sum (fun j => F j * (if Nat.eqb start j then 1 else 0)) (seq first m) == 0).
    { induction m as [|m IHm]; intros first above; cbn [seq sum]; [reflexivity|].
      rewrite IHm by lia. destruct (Nat.eqb_spec start first); [lia|]. ring. }
    rewrite none by lia. ring.
  - rewrite IH by lia. ring.
Qed.

(* A pass gives its expected gain and then F of the calls with which it ends. *)
Lemma pass_splits G F i : (i < ranks)%nat ->
  ahead G F (cards whole) i whole ==
  ahead G (fun _ => 0) (cards whole) i whole +
    sum (fun j => F j * pass_moves i j) (seq 0 ranks).
Proof.
  intros below. unfold pass_moves. rewrite <- ahead_list.
  rewrite (ahead_same (fun _ => 0) _ F)
    by (try assumption; intros; apply indicator_sum; lia).
  rewrite <- ahead_plus.
  assert (twins : forall G G' F F' n calls left, (forall z, G z == G' z) -> (forall k, F k == F' k) ->
    ahead G F n calls left == ahead G' F' n calls left).
  { clear. intros G G' F F' n. induction n as [|n IH]; intros calls left gains ends; [apply ends|].
    cbn [ahead]. apply sum_ext. intros rank _.
    destruct (Nat.eqb rank calls); [rewrite IH, gains by assumption; reflexivity|].
    destruct (Nat.eqb (S calls) ranks); [rewrite gains; reflexivity|].
    rewrite IH, gains by assumption. reflexivity. }
  apply twins; intros; ring.
Qed.

(* The deck: what turning a card does to it. *)
Definition possible (state : dealer) : Prop :=
  (fst state < ranks)%nat /\ length (snd state) = ranks /\
  (forall x, In x (snd state) -> (0 <= x)%Z) /\
  (0 < number_of (snd state) <= number_of whole)%Z.

Lemma number_sign left : (forall x, In x left -> (0 <= x)%Z) -> (0 <= number_of left)%Z.
Proof.
  induction left as [|x left IH]; intros each; simpl; [lia|].
  pose proof (each x (or_introl eq_refl)). specialize (IH (fun y i => each y (or_intror i))). lia.
Qed.

Lemma number_zero left : (forall x, In x left -> (0 <= x)%Z) ->
  forallb (fun cards => cards =? 0)%Z left = (number_of left =? 0)%Z.
Proof.
  induction left as [|x left IH]; intros each; simpl; [reflexivity|].
  pose proof (each x (or_introl eq_refl)).
  assert (others : forall y, In y left -> (0 <= y)%Z) by (intros; apply each; right; assumption).
  rewrite IH by assumption. pose proof (number_sign left others).
  destruct (Z.eqb_spec x 0); destruct (Z.eqb_spec (number_of left) 0);
    destruct (Z.eqb_spec (x + number_of left) 0); simpl; try reflexivity; lia.
Qed.

Lemma turned rank left : (rank < length left)%nat ->
  number_of (turn rank left) = (number_of left - 1)%Z /\ length (turn rank left) = length left.
Proof.
  revert rank. induction left as [|x left IH]; intros [|rank] below; simpl in *; try lia.
  destruct (IH rank ltac:(lia)). lia.
Qed.

Lemma turned_sign rank left : (forall x, In x left -> (0 <= x)%Z) -> (0 < nth rank left 0)%Z ->
  forall x, In x (turn rank left) -> (0 <= x)%Z.
Proof.
  revert rank. induction left as [|y left IH]; intros [|rank] each real x; simpl in *; try tauto.
  - intros [same|one]; [lia|apply each; right; assumption].
  - intros [same|one]; [apply each; left; assumption|].
    apply (IH rank) with (x := x); try assumption. intros z i. apply each. right. assumption.
Qed.

Lemma whole_possible calls : (0 < suits)%nat -> (calls < ranks)%nat -> possible (calls, whole).
Proof.
  intros some below. unfold possible, full. simpl. repeat split.
  - assumption.
  - apply repeat_length.
  - intros x one. apply repeat_spec in one. lia.
  - destruct ranks as [|r]; [lia|]. simpl.
    assert (0 <= number_of (repeat (Z.of_nat suits) r))%Z; [|lia].
    apply number_sign. intros x one. apply repeat_spec in one. lia.
  - reflexivity.
Qed.

Lemma after_card rank left calls : (0 < suits)%nat -> (calls < ranks)%nat -> length left = ranks ->
  (forall x, In x left -> (0 <= x)%Z) -> (number_of left <= number_of whole)%Z ->
  (rank < ranks)%nat -> (0 < nth rank left 0)%Z ->
  possible (calls, shuffled ranks suits (turn rank left)).
Proof.
  intros some below long each most real positive. destruct (turned rank left ltac:(lia)).
  pose proof (turned_sign rank left each positive) as signs.
  unfold shuffled. rewrite number_zero by assumption.
  destruct (Z.eqb_spec (number_of (turn rank left)) 0); [apply whole_possible; assumption|].
  pose proof (number_sign _ signs). unfold possible. simpl. repeat split; try assumption; lia.
Qed.

Lemma card_weight calls left rank :
  weight (card ranks suits lost calls left rank) = nth rank left 0%Z.
Proof.
  unfold card. destruct (Nat.eqb rank calls); [|destruct (Nat.eqb (S calls) ranks)]; reflexivity.
Qed.

Lemma total_cards calls left : length left = ranks ->
  total (map (card ranks suits lost calls left) (seq 0 ranks)) = number_of left.
Proof.
  intros long.
  assert (weights : forall l, total (map (card ranks suits lost calls left) l) =
    fold_right (fun rank t => nth rank left 0 + t)%Z 0%Z l).
  { induction l as [|rank l IH]; simpl; [reflexivity|]. rewrite card_weight, IH. reflexivity. }
  rewrite weights, <- long. clear. induction left as [|x left IH]; [reflexivity|].
  simpl. rewrite <- IH, <- seq_shift. f_equal.
  generalize (seq 0 (length left)). induction l as [|rank l IHl]; simpl; [reflexivity|].
  rewrite IHl. reflexivity.
Qed.

Lemma treize_sound : (0 < suits)%nat -> (0 < ranks)%nat -> sound step possible.
Proof.
  intros some_suits some_ranks [calls left] [below [long [signs [real most]]]]. simpl in *.
  split; [discriminate|]. intros a number. unfold numbers in number. simpl in number.
  destruct number as [zero|[]]. subst a. unfold cases_of. simpl.
  split; [rewrite total_cards; assumption|]. intros c one. apply in_map_iff in one.
  destruct one as [rank [same place]]. apply in_seq in place. subst c. rewrite card_weight. split.
  - destruct (nth_in_or_default rank left 0%Z) as [one|default]; [apply signs, one|lia].
  - intros positive t there. unfold card in there.
    destruct (Nat.eqb rank calls);
      [|destruct (Nat.eqb_spec (S calls) ranks); [discriminate|]]; simpl in there;
      injection there as there; subst t; apply after_card; try assumption; lia.
Qed.

(* `ahead` is 0 at least where what it adds up is. *)
Lemma ahead_sign G F n : (forall z, 0 <= G z) -> (forall k, 0 <= F k) ->
  forall calls left, (forall x, In x left -> (0 <= x)%Z) -> 0 <= ahead G F n calls left.
Proof.
  intros gains ends. induction n as [|n IH]; intros calls left signs; [apply ends|].
  cbn [ahead]. apply Qle_trans with (sum (fun _ : nat => 0 * 0) (seq 0 ranks)).
  { rewrite sum_scale. lra. }
  apply sum_le. intros rank _.
  assert (sign : (0 <= nth rank left 0)%Z).
  { destruct (nth_in_or_default rank left 0%Z) as [one|default]; [apply signs, one|lia]. }
  destruct (Z.eq_dec (nth rank left 0%Z) 0) as [zero|other].
  { rewrite zero. unfold Qdiv. change (inject_Z 0) with 0. lra. }
  pose proof (turned_sign rank left signs ltac:(lia)) as later.
  assert (0 <= inject_Z (nth rank left 0%Z) / inject_Z (number_of left)).
  { unfold Qdiv. apply Qmult_le_0_compat; [unfold Qle; simpl; lia|].
    apply Qinv_le_0_compat. pose proof (number_sign left signs). unfold Qle. simpl. lia. }
  assert (0 <= (if Nat.eqb rank calls then G 1%Z + ahead G F n 0 (turn rank left)
         else if Nat.eqb (S calls) ranks then G lost
         else G 0%Z + ahead G F n (S calls) (turn rank left))); [|nra].
  pose proof (gains 1%Z). pose proof (gains 0%Z). pose proof (gains lost).
  pose proof (IH 0%nat _ later). pose proof (IH (S calls) _ later).
  destruct (Nat.eqb rank calls); [lra|]. destruct (Nat.eqb (S calls) ranks); lra.
Qed.

(* What the rest of the pass gives, and then F. *)
Definition rest (G : Z -> Q) (F : nat -> Q) (state : dealer) : Q :=
  ahead G F (cards (snd state)) (fst state) (snd state).

(* If F stands for what a whole pass gives, `rest` fulfils Bellman's inequality. *)
Lemma rest_step sign G F calls left : (0 < suits)%nat -> possible (calls, left) ->
  (forall k, (k < ranks)%nat -> sign * rest G F (k, whole) <= sign * F k) ->
  sign * sum (fun c => chance (map (card ranks suits lost calls left) (seq 0 ranks)) c *
      (G (gain c) + at_state (rest G F) (next c)))
    (map (card ranks suits lost calls left) (seq 0 ranks)) <= sign * rest G F (calls, left).
Proof.
  intros some [below [long [signs [real _]]]] passes. simpl in below, long, signs, real.
  rewrite sum_map. unfold rest at 2. cbn [fst snd].
  destruct (cards left) as [|fewer] eqn:size; [unfold cards in size; lia|].
  cbn [ahead]. rewrite <- !sum_scale. apply sum_le. intros rank place. apply in_seq in place.
  unfold chance. rewrite total_cards, card_weight by assumption.
  destruct (Z.eq_dec (nth rank left 0%Z) 0) as [zero|other].
  { rewrite zero. unfold Qdiv. change (inject_Z 0) with 0. lra. }
  assert (sign_of : (0 <= nth rank left 0)%Z).
  { destruct (nth_in_or_default rank left 0%Z) as [one|default]; [apply signs, one|lia]. }
  pose proof (turned_sign rank left signs ltac:(lia)) as later.
  destruct (turned rank left ltac:(lia)) as [one_less same_length].
  assert (weight_sign : 0 <= inject_Z (nth rank left 0%Z) / inject_Z (number_of left)).
  { unfold Qdiv. apply Qmult_le_0_compat; [unfold Qle; simpl; lia|].
    apply Qinv_le_0_compat. unfold Qle. simpl. lia. }
  assert (next_state : forall k, (k < ranks)%nat ->
    sign * rest G F (k, shuffled ranks suits (turn rank left)) <=
    sign * ahead G F fewer k (turn rank left)).
  { intros k small. unfold shuffled. rewrite number_zero by assumption.
    unfold cards in size. destruct (Z.eqb_spec (number_of (turn rank left)) 0) as [empty|some_left].
    - assert (none : fewer = 0%nat) by lia. subst fewer. apply passes, small.
    - unfold rest, cards. cbn [fst snd].
      replace (Z.to_nat (number_of (turn rank left))) with fewer by lia. lra. }
  set (p := inject_Z (nth rank left 0%Z) / inject_Z (number_of left)) in *.
  unfold card.
  destruct (Nat.eqb rank calls); [|destruct (Nat.eqb_spec (S calls) ranks)];
    cbn [gain next at_state].
  - pose proof (next_state 0%nat ltac:(lia)). nra.
  - nra.
  - pose proof (next_state (S calls) ltac:(lia)). nra.
Qed.

(* There are finitely many states, so that every function of them is bounded. *)
Fixpoint vectors (n : nat) (entries : list Z) : list (list Z) :=
  match n with
  | O => [[]]
  | S m => flat_map (fun x => map (cons x) (vectors m entries)) entries
  end.

Lemma in_vectors entries left : (forall x, In x left -> In x entries) ->
  In left (vectors (length left) entries).
Proof.
  induction left as [|x left IH]; intros each; simpl; [left; reflexivity|].
  apply in_flat_map. exists x. split; [apply each; left; reflexivity|].
  apply in_map, IH. intros y one. apply each. right. assumption.
Qed.

Lemma finite_bound {A} (f : A -> Q) l : exists most, forall x, In x l -> f x <= most.
Proof.
  induction l as [|y l [most IH]]; [exists 0; intros x []|].
  exists (Qmax (f y) most). intros x [same|one].
  - subst. apply Q.le_max_l.
  - apply Qle_trans with most; [apply IH, one|apply Q.le_max_r].
Qed.

Lemma entry_at_most left x : (forall y, In y left -> (0 <= y)%Z) -> In x left ->
  (x <= number_of left)%Z.
Proof.
  induction left as [|y left IH]; intros each []; simpl.
  - subst. pose proof (number_sign left (fun z i => each z (or_intror i))). lia.
  - specialize (IH (fun z i => each z (or_intror i)) H). pose proof (each y (or_introl eq_refl)). lia.
Qed.

Lemma possible_bound (f : dealer -> Q) : exists most, forall s, possible s -> f s <= most.
Proof.
  set (entries := map Z.of_nat (seq 0 (S (cards whole)))).
  destruct (finite_bound f (list_prod (seq 0 ranks) (vectors ranks entries))) as [most bounds].
  exists most. intros [calls left] [below [long [signs [real small]]]].
  cbn [fst snd] in *. apply bounds, in_prod; [apply in_seq; lia|]. rewrite <- long. apply in_vectors.
  intros x one. apply in_map_iff. exists (Z.to_nat x).
  pose proof (signs x one). pose proof (entry_at_most left x signs one).
  split; [lia|]. apply in_seq. unfold cards. lia.
Qed.

Variable V : nat -> Q.
Variable shrink : Q.
Hypothesis some_suits : (0 < suits)%nat.

(* The chain of the passes: v = e + Qv, and the row sums of Q stay below 1. *)
Hypothesis solved : forall i, (i < ranks)%nat ->
  V i == pass_gain i + sum (fun j => V j * pass_moves i j) (seq 0 ranks).
Hypothesis leaks : forall i, (i < ranks)%nat -> sum (pass_moves i) (seq 0 ranks) <= shrink.
Hypothesis below_one : shrink < 1.

Lemma rest_of_pass i : (i < ranks)%nat -> rest inject_Z V (i, whole) == V i.
Proof.
  intros below. unfold rest. cbn [fst snd]. rewrite pass_splits, solved at 1 by assumption.
  reflexivity.
Qed.

(* A bound of the cards that are still turned: play ends. *)
Lemma time_exists : exists u, ends_within step possible (fun _ _ => True) u /\
  forall s, possible s -> 0 <= u s.
Proof.
  destruct (finite_bound (fun k => ahead (fun _ => 1) (fun _ => 0) (cards whole) k whole)
    (seq 0 ranks)) as [T pass_time].
  set (U := Qmax 0 T / (1 - shrink)).
  assert (positive : 0 <= U).
  { unfold U, Qdiv. apply Qmult_le_0_compat; [apply Q.le_max_l|]. apply Qinv_le_0_compat. lra. }
  assert (fixed_U : U == Qmax 0 T + U * shrink) by (unfold U; field; lra).
  exists (rest (fun _ => 1) (fun _ => U)). split.
  - intros [calls left] a there number _. unfold numbers in number. simpl in number.
    destruct number as [zero|[]]. subst a. unfold cases_of. cbn [nth treize].
    pose proof (rest_step 1 (fun _ => 1) (fun _ => U) calls left some_suits there) as way.
    assert (enough : forall k, (k < ranks)%nat ->
      1 * rest (fun _ => 1) (fun _ => U) (k, whole) <= 1 * U).
    { intros k below. unfold rest. cbn [fst snd]. rewrite pass_splits, sum_scale by assumption.
      pose proof (pass_time k ltac:(apply in_seq; lia)) as short. cbv beta in short.
      pose proof (leaks k below) as lost_some. pose proof (Q.le_max_r 0 T).
      change (sum (fun j => pass_moves k j) (seq 0 ranks)) with (sum (pass_moves k) (seq 0 ranks)).
      assert (U * sum (pass_moves k) (seq 0 ranks) <= U * shrink) by nra.
      lra. }
    specialize (way enough). rewrite !Qmult_1_l in way. exact way.
  - intros [calls left] [_ [_ [signs _]]]. apply ahead_sign; try (intros; lra); assumption.
Qed.

Theorem passes_value i : (i < ranks)%nat -> expected_value step (i, whole) (V i).
Proof.
  intros below plan is_fair.
  destruct time_exists as [u [lasts positive]].
  assert (both : forall sign e, 0 < e -> exists N, forall n, (N <= n)%nat ->
    sign * reward step plan n [] (i, whole) <= sign * V i + e).
  { intros sign e small.
    destruct (possible_bound (fun s => - (sign * rest inject_Z V s))) as [most bounds].
    destruct (bound step plan possible (fun _ _ => True) is_fair (fun _ _ _ _ _ => I)
      (treize_sound some_suits ltac:(lia)) sign (rest inject_Z V) most u) with
      (s := (i, whole)) (e := e) as [N enough]; try assumption.
    - intros [calls left] a there number _. unfold numbers in number. simpl in number.
      destruct number as [zero|[]]. subst a. unfold cases_of, step_worth. cbn [nth treize].
      apply rest_step; try assumption. intros k small_k. rewrite rest_of_pass by assumption. lra.
    - right. split; [assumption|]. intros s there. split; [apply positive, there|apply bounds, there].
    - apply whole_possible; assumption.
    - exists N. intros n late. specialize (enough n late). rewrite rest_of_pass in enough by assumption.
      assumption. }
  split; intros e small.
  - destruct (both 1 e small) as [N enough]. exists N. intros n late. specialize (enough n late).
    cbv beta. lra.
  - destruct (both (-1) e small) as [N enough]. exists N. intros n late. specialize (enough n late).
    cbv beta. lra.
Qed.

End Passes.

(* ---------------------------------------------------------------------------------------- *)
(* The chain of the passes as numbers: `gains` and `moves` in units of 1 / D, `values` of 1 / L *)

Section Chain.

Variables ranks suits : nat.
Variable lost : Z.
Variables D L most : Z.
Variables (gains values : list Z) (moves : list (list Z)).

Definition at_place (l : list Z) (i : nat) : Z := nth i l 0.
Definition row_of (i : nat) : list Z := nth i moves [].
Definition dot (a b : nat -> Z) (l : list nat) : Z := fold_right (fun j t => a j * b j + t) 0 l.

(* What is assumed where it cannot be computed from the rules: that the numbers are those of
   the passes, for each number i of calls with which a pass begins. *)
Definition census : Prop := forall i, (i < ranks)%nat ->
  (pass_gain ranks suits lost i == inject_Z (at_place gains i) / inject_Z D)%Q /\
  forall j, (j < ranks)%nat ->
    (pass_moves ranks suits lost i j == inject_Z (at_place (row_of i) j) / inject_Z D)%Q.

Definition chain_holds : bool :=
  (0 <? Z.of_nat suits) && (0 <? D) && (0 <? L) && (most <? D) &&
  forallb (fun i =>
    (dot (at_place (row_of i)) (fun _ => 1) (seq 0 ranks) <=? most) &&
    (D * at_place values i =?
      at_place gains i * L + dot (at_place values) (at_place (row_of i)) (seq 0 ranks)))
    (seq 0 ranks).

Lemma dot_is (f g : nat -> Q) (a b : nat -> Z) (x : Q) l :
  (forall j, In j l -> (f j * g j == inject_Z (a j) * inject_Z (b j) * x)%Q) ->
  (sum (fun j => f j * g j) l == inject_Z (dot a b l) * x)%Q.
Proof.
  intros each. induction l as [|j l IH]; [change (0 == 0 * x)%Q; ring|].
  change (dot a b (j :: l)) with (a j * b j + dot a b l). cbn [sum].
  rewrite inject_Z_plus, inject_Z_mult, (each j (or_introl eq_refl)).
  rewrite IH by (intros; apply each; right; assumption). ring.
Qed.

Lemma dot_swap a b l : dot a b l = dot b a l.
Proof. unfold dot. induction l as [|j l IH]; cbn [fold_right]; [reflexivity|]. rewrite IH. ring. Qed.

Theorem chain_value i v : chain_holds = true -> census -> (i < ranks)%nat ->
  at_place values i * Zpos (Qden v) =? Qnum v * L = true ->
  expected_value (treize ranks suits lost) (i, full ranks suits) v.
Proof.
  intros holds counted below is_v. unfold chain_holds in holds. rewrite !andb_true_iff in holds.
  destruct holds as [[[[some_suits positive_D] positive_L] small] rows].
  assert (row : forall i, (i < ranks)%nat ->
    dot (at_place (row_of i)) (fun _ => 1) (seq 0 ranks) <= most /\
    D * at_place values i =
      at_place gains i * L + dot (at_place values) (at_place (row_of i)) (seq 0 ranks)).
  { intros k below_k. pose proof (proj1 (forallb_forall _ _) rows k) as here.
    cbv beta in here. rewrite in_seq, andb_true_iff in here. specialize (here ltac:(lia)). lia. }
  assert (real_D : ~ inject_Z D == 0) by (unfold Qeq; simpl; lia).
  assert (real_L : ~ inject_Z L == 0) by (unfold Qeq; simpl; lia).
  assert (same : v == inject_Z (at_place values i) / inject_Z L).
  { apply Z.eqb_eq in is_v. destruct L as [|l|l]; try discriminate positive_L.
    unfold Qdiv, Qeq, Qmult, Qinv, inject_Z. cbn [Qnum Qden].
    rewrite Pos.mul_1_l, Z.mul_1_r. symmetry. exact is_v. }
  assert (worth : expected_value (treize ranks suits lost) (i, full ranks suits)
    (inject_Z (at_place values i) / inject_Z L)).
  { apply (passes_value ranks suits lost (fun k => inject_Z (at_place values k) / inject_Z L)%Q
      (inject_Z most / inject_Z D)); try lia; try assumption.
    - intros k below_k. destruct (counted k below_k) as [gain go].
      destruct (row k below_k) as [_ equal]. rewrite gain.
      rewrite (dot_is _ _ (at_place values) (at_place (row_of k)) (/ inject_Z L * / inject_Z D)).
      + apply (f_equal inject_Z) in equal. rewrite inject_Z_plus, !inject_Z_mult in equal.
        assert (equal' : inject_Z D * inject_Z (at_place values k) == inject_Z (at_place gains k) *
          inject_Z L + inject_Z (dot (at_place values) (at_place (row_of k)) (seq 0 ranks)))
          by (rewrite equal; reflexivity).
        assert (dots : inject_Z (dot (at_place values) (at_place (row_of k)) (seq 0 ranks)) ==
          inject_Z D * inject_Z (at_place values k) - inject_Z (at_place gains k) * inject_Z L)
          by (rewrite equal'; ring).
        rewrite dots. field. split; assumption.
      + intros j inside_j. apply in_seq in inside_j. rewrite go by lia. field. split; assumption.
    - intros k below_k. destruct (counted k below_k) as [_ go]. destruct (row k below_k) as [few _].
      rewrite (sum_ext _ (fun j => 1 * pass_moves ranks suits lost k j)%Q) by (intros; ring).
      rewrite (dot_is _ _ (fun _ => 1) (at_place (row_of k)) (/ inject_Z D)%Q).
      + rewrite dot_swap. apply Qmult_le_compat_r; [rewrite <- Zle_Qle; assumption|].
        apply Qinv_le_0_compat. unfold Qle. simpl. lia.
      + intros j inside_j. apply in_seq in inside_j. rewrite go by lia.
        change (inject_Z 1) with 1%Q. field. assumption.
    - apply Qlt_shift_div_r; [unfold Qlt; simpl; lia|]. rewrite Qmult_1_l, <- Zlt_Qlt. lia. }
  intros plan is_fair. destruct (worth plan is_fair) as [most_v least_v].
  split; intros e positive; [destruct (most_v e positive) as [N enough]|
    destruct (least_v e positive) as [N enough]];
    exists N; intros n late; specialize (enough n late); cbv beta in *; rewrite same; exact enough.
Qed.

End Chain.
