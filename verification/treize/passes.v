
(* ---------------------------------------------------------------------------------------- *)
(* The passes of Treize: from one shuffle to the next.

   `ahead` follows the cards of a pass one by one.  If v (i) is what a pass that begins with i
   calls gives on the mean, v (calls) being paid in its end, then v (0) is the value of the game by
   cards, as every pass may lose. *)

Section Passes.

Variables ranks suits : nat.
Variable lost : Z.
Local Notation step := (treize ranks suits lost).
Local Notation whole := (full ranks suits).
Local Open Scope Q_scope.

Definition cards (left : list Z) : nat := Z.to_nat (number_of left).

(* The mean of what the next `n` cards give, by G, and of F (calls) when they are turned. *)
Fixpoint ahead (G : Q -> Q) (F : nat -> Q) (n : nat) (calls : nat) (left : list Z) : Q :=
  match n with
  | O => F calls
  | S fewer =>
      sum (fun rank => inject_Z (nth rank left 0%Z) / inject_Z (number_of left) *
        (if Nat.eqb rank calls then G 1 + ahead G F fewer 0 (turn rank left)
         else if Nat.eqb (S calls) ranks then G (inject_Z lost)
         else G 0 + ahead G F fewer (S calls) (turn rank left))) (seq 0 ranks)
  end.

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

Lemma ahead_twins G G' F F' n : (forall z, G z == G' z) -> (forall k, F k == F' k) ->
  forall calls left, ahead G F n calls left == ahead G' F' n calls left.
Proof.
  intros gains ends. induction n as [|n IH]; intros calls left; [apply ends|].
  cbn [ahead]. apply sum_ext. intros rank _.
  destruct (Nat.eqb rank calls); [rewrite IH, gains; reflexivity|].
  destruct (Nat.eqb (S calls) ranks); [rewrite gains; reflexivity|].
  rewrite IH, gains. reflexivity.
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
  assert (0 <= (if Nat.eqb rank calls then G 1 + ahead G F n 0 (turn rank left)
         else if Nat.eqb (S calls) ranks then G (inject_Z lost)
         else G 0 + ahead G F n (S calls) (turn rank left))); [|nra].
  pose proof (gains 1). pose proof (gains 0). pose proof (gains (inject_Z lost)).
  pose proof (IH 0%nat _ later). pose proof (IH (S calls) _ later).
  destruct (Nat.eqb rank calls); [lra|]. destruct (Nat.eqb (S calls) ranks); lra.
Qed.

(* What the rest of the pass gives, and then F. *)
Definition rest (G : Q -> Q) (F : nat -> Q) (state : dealer) : Q :=
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

Variable L : Z.
Variable v : nat -> Z.
Hypothesis solved : passes_solved ranks suits lost L v = true.
Local Notation V := (fun k => inject_Z (v k) / inject_Z L).

Lemma sizes : (0 < L)%Z /\ (0 < suits)%nat /\ (1 < ranks)%nat.
Proof.
  pose proof solved as all. unfold passes_solved in all. rewrite !andb_true_iff in all.
  rewrite !Nat.ltb_lt, Z.ltb_lt in all. tauto.
Qed.

Lemma inject_sum f l : inject_Z (sumZ f l) == sum (fun x => inject_Z (f x)) l.
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [sumZ fold_right sum]. rewrite inject_Z_plus.
  unfold sumZ in IH. rewrite IH. reflexivity.
Qed.

Lemma ahead_play n : forall calls left, (calls < ranks)%nat -> length left = ranks ->
  number_of left = Z.of_nat n ->
  ahead (fun g => g) V n calls left * inject_Z (factorial n * L) ==
  inject_Z (play ranks lost L v n 0 calls left).
Proof.
  pose proof sizes as [positive _].
  assert (real_L : ~ inject_Z L == 0) by (unfold Qeq; simpl; lia).
  induction n as [|n IH]; intros calls left below long number; cbn [ahead play].
  - rewrite (proj2 (Nat.eqb_neq calls ranks)) by lia. cbn [factorial].
    rewrite !inject_Z_mult. change (inject_Z 1) with 1. field. assumption.
  - rewrite (proj2 (Nat.eqb_neq calls ranks)) by lia.
    rewrite inject_sum, Qmult_comm, <- sum_scale. apply sum_ext. intros rank place.
    apply in_seq in place. destruct (turned rank left ltac:(lia)) as [one_less same_length].
    rewrite number. set (ways := nth rank left 0%Z).
    assert (real : ~ inject_Z (Z.of_nat (S n)) == 0) by (unfold Qeq; simpl; lia).
    assert (split : inject_Z (factorial (S n) * L) ==
      inject_Z (Z.of_nat (S n)) * inject_Z (factorial n * L)).
    { rewrite <- inject_Z_mult, Z.mul_assoc. reflexivity. }
    assert (times : forall x, inject_Z (ways * x) == inject_Z ways * inject_Z x)
      by (intros; rewrite inject_Z_mult; reflexivity).
    rewrite split, times.
    assert (later : forall k, (k < ranks)%nat -> ahead (fun g => g) V n k (turn rank left) *
      inject_Z (factorial n * L) == inject_Z (play ranks lost L v n 0 k (turn rank left)))
      by (intros; apply IH; lia).
    destruct (Nat.eqb rank calls).
    + rewrite inject_Z_plus, Nat.add_0_r, <- (later 0%nat) by lia.
      rewrite (Z.mul_comm L). change (inject_Z 1) with 1. field. assumption.
    + destruct (Nat.eqb_spec (S calls) ranks) as [over|on].
      * assert (loss : play ranks lost L v n 0 (S calls) (turn rank left) =
          (lost * (factorial n * L))%Z).
        { destruct n; cbn [play]; rewrite (proj2 (Nat.eqb_eq _ _) over), Nat.add_0_r; ring. }
        rewrite loss, !inject_Z_mult. field. assumption.
      * rewrite <- (later (S calls)) by lia. change (inject_Z 0) with 0. field. assumption.
Qed.

Lemma rest_of_pass i : (i < ranks)%nat -> rest (fun g => g) V (i, whole) == V i.
Proof.
  intros below. pose proof sizes as [positive [some more]].
  destruct (whole_is ranks suits some) as [[long _] number].
  unfold rest, cards. cbn [fst snd]. rewrite number, Nat2Z.id.
  pose proof (ahead_play (size ranks suits) i whole below long number) as same.
  rewrite (passes_solved_play ranks suits lost L v some solved i below) in same.
  assert (0 < factorial (size ranks suits))%Z.
  { generalize (size ranks suits). induction n as [|n IH]; cbn [factorial]; lia. }
  assert (real : ~ inject_Z (factorial (size ranks suits)) == 0) by (unfold Qeq; simpl; lia).
  assert (real_L : ~ inject_Z L == 0) by (unfold Qeq; simpl; lia).
  rewrite !inject_Z_mult in same.
  apply Qmult_inj_r with (inject_Z (factorial (size ranks suits)) * inject_Z L).
  - intros zero. apply Qmult_integral in zero. tauto.
  - rewrite same. field. assumption.
Qed.

(* From a whole deck a pass may lose: its cards may be one rank ahead of the calls. *)
Lemma weights left : length left = ranks -> (forall x, In x left -> (0 <= x)%Z) ->
  (0 < number_of left)%Z ->
  let p := fun rank => inject_Z (nth rank left 0%Z) / inject_Z (number_of left) in
  sum p (seq 0 ranks) == 1 /\
  (forall rank, 0 <= p rank /\ (0 < p rank -> (0 < nth rank left 0)%Z)) /\
  forall rank, (0 < nth rank left 0)%Z -> 0 < p rank.
Proof.
  intros long signs some p.
  assert (positive : 0 < / inject_Z (number_of left))
    by (apply Qinv_lt_0_compat; unfold Qlt; simpl; lia).
  split; [|split].
  - unfold p. rewrite (sum_ext _ (fun rank => / inject_Z (number_of left) *
      inject_Z (nth rank left 0%Z))) by (intros; unfold Qdiv; ring).
    rewrite sum_scale, <- inject_sum, <- long, sum_cards, Qmult_comm.
    apply Qmult_inv_r. unfold Qeq. simpl. lia.
  - intros rank. assert (sign : (0 <= nth rank left 0)%Z).
    { destruct (nth_in_or_default rank left 0%Z) as [one|default]; [apply signs, one|lia]. }
    unfold p, Qdiv. split.
    + rewrite Zle_Qle in sign. change (inject_Z 0) with 0 in sign. nra.
    + intros above. destruct (Z.eq_dec (nth rank left 0%Z) 0) as [zero|]; [|lia].
      rewrite zero in above. change (inject_Z 0) with 0 in above. lra.
  - intros rank above. unfold p, Qdiv. rewrite Zlt_Qlt in above. change (inject_Z 0) with 0 in above.
    nra.
Qed.

Lemma survival n : forall calls left, length left = ranks ->
  (forall x, In x left -> (0 <= x)%Z) -> number_of left = Z.of_nat n ->
  ahead (fun _ => 0) (fun _ => 1) n calls left <= 1 /\
  ((calls < ranks)%nat -> (1 < ranks)%nat -> (ranks <= calls + n)%nat ->
    (0 < nth 0 left 0)%Z -> (forall r, (calls < r < ranks)%nat -> (0 < nth r left 0)%Z) ->
    ahead (fun _ => 0) (fun _ => 1) n calls left < 1).
Proof.
  induction n as [|n IH]; intros calls left long signs number.
  - split; [cbn [ahead]; lra|intros; lia].
  - destruct (weights left long signs ltac:(lia)) as [whole_weight [sign real]]. cbn [ahead].
    set (p := fun rank => inject_Z (nth rank left 0%Z) / inject_Z (number_of left)) in *.
    set (f := fun rank => if Nat.eqb rank calls
      then 0 + ahead (fun _ => 0) (fun _ => 1) n 0 (turn rank left)
      else if Nat.eqb (S calls) ranks then 0
      else 0 + ahead (fun _ => 0) (fun _ => 1) n (S calls) (turn rank left)).
    change (sum (fun rank => p rank * f rank) (seq 0 ranks) <= 1 /\
      ((calls < ranks)%nat -> (1 < ranks)%nat -> (ranks <= calls + S n)%nat ->
      (0 < nth 0 left 0)%Z -> (forall r, (calls < r < ranks)%nat -> (0 < nth r left 0)%Z) ->
      sum (fun rank => p rank * f rank) (seq 0 ranks) < 1)).
    assert (most : forall rank, In rank (seq 0 ranks) ->
      0 <= p rank /\ (0 < p rank -> f rank <= 1)).
    { intros rank place. apply in_seq in place. destruct (sign rank) as [low above].
      split; [assumption|]. intros positive. specialize (above positive).
      destruct (turned rank left ltac:(lia)) as [one_less same_length].
      pose proof (turned_sign rank left signs above) as later.
      destruct (IH 0%nat (turn rank left)) as [one _]; try (assumption || lia).
      destruct (IH (S calls) (turn rank left)) as [two _]; try (assumption || lia).
      unfold f. destruct (Nat.eqb rank calls); [lra|]. destruct (Nat.eqb (S calls) ranks); lra. }
    split.
    + apply Qle_trans with (sum p (seq 0 ranks)); [|lra]. apply sum_le. intros rank place.
      destruct (most rank place) as [low small]. destruct (Qlt_le_dec 0 (p rank)) as [above|below].
      * specialize (small above). nra.
      * assert (zero : p rank == 0) by lra. rewrite zero. lra.
    + intros below two_ranks enough first others.
      set (one := if Nat.eqb (S calls) ranks then 0%nat else S calls).
      assert (place : (one < ranks)%nat /\ one <> calls /\ (0 < nth one left 0)%Z).
      { unfold one. destruct (Nat.eqb_spec (S calls) ranks); [repeat split; try assumption; lia|].
        repeat split; try lia. apply others. lia. }
      destruct place as [inside [other above]].
      assert (less : f one < 1).
      { unfold f. rewrite (proj2 (Nat.eqb_neq one calls)) by assumption.
        destruct (Nat.eqb_spec (S calls) ranks) as [over|on]; [lra|].
        destruct (turned one left ltac:(lia)) as [one_less same_length].
        destruct (IH (S calls) (turn one left)) as [_ strict];
          [lia|apply turned_sign; assumption|lia|].
        unfold one in *.
        assert (ahead (fun _ => 0) (fun _ => 1) n (S calls) (turn (S calls) left) < 1); [|lra].
        apply strict; try lia.
        - rewrite nth_turn, (proj2 (Nat.eqb_neq 0 (S calls))) by lia. simpl andb. cbv iota. lia.
        - intros r r_inside. rewrite nth_turn, (proj2 (Nat.eqb_neq r (S calls))) by lia.
          simpl andb. cbv iota. rewrite ?Z.sub_0_r. apply others. lia. }
      assert (likely : 0 < p one) by (apply real; assumption).
      clearbody f p one.
      pose proof (sum_one_less f p 1 (1 - f one) (seq 0 ranks) one ltac:(apply in_seq; lia) most
        likely ltac:(lra)) as bounded. rewrite whole_weight in bounded. nra.
Qed.

Lemma below_one (f : nat -> Q) l : (forall x, In x l -> f x < 1) ->
  exists most, most < 1 /\ forall x, In x l -> f x <= most.
Proof.
  induction l as [|y l IH]; intros each; [exists 0; split; [lra|intros x []]|].
  destruct IH as [most [small bounds]]; [intros; apply each; right; assumption|].
  exists (Qmax (f y) most). split.
  - apply Q.max_lub_lt; [apply each; left; reflexivity|assumption].
  - intros x [same|one]; [subst; apply Q.le_max_l|].
    apply Qle_trans with most; [apply bounds, one|apply Q.le_max_r].
Qed.

Lemma leaks : exists shrink, shrink < 1 /\ forall i, In i (seq 0 ranks) ->
  ahead (fun _ => 0) (fun _ => 1) (cards whole) i whole <= shrink.
Proof.
  pose proof sizes as [positive [some more]].
  destruct (whole_is ranks suits some) as [[long each] number]. apply below_one.
  intros i inside. apply in_seq in inside.
  assert (signs : forall x, In x whole -> (0 <= x)%Z).
  { intros x one. apply repeat_spec in one. lia. }
  unfold cards. rewrite number, Nat2Z.id.
  destruct (survival (size ranks suits) i whole long signs number) as [_ strict].
  apply strict; try lia; [unfold size; nia| |]; intros; rewrite each; lia.
Qed.

(* A bound of the cards that are still turned: play ends. *)
Lemma time_exists : exists u, ends_within step possible (fun _ _ => True) u /\
  forall s, possible s -> 0 <= u s.
Proof.
  pose proof sizes as [_ [some _]].
  destruct leaks as [shrink [less lasts]].
  destruct (finite_bound (fun k => ahead (fun _ => 1) (fun _ => 0) (cards whole) k whole)
    (seq 0 ranks)) as [T pass_time].
  set (U := Qmax 0 T / (1 - shrink)).
  assert (positive : 0 <= U).
  { unfold U, Qdiv. apply Qmult_le_0_compat; [apply Q.le_max_l|]. apply Qinv_le_0_compat. lra. }
  assert (fixed_U : U == Qmax 0 T + U * shrink) by (unfold U; field; lra).
  exists (rest (fun _ => 1) (fun _ => U)). split.
  - intros [calls left] a there number _. unfold numbers in number. simpl in number.
    destruct number as [zero|[]]. subst a. unfold cases_of. cbn [nth treize].
    pose proof (rest_step 1 (fun _ => 1) (fun _ => U) calls left some there) as way.
    assert (enough : forall k, (k < ranks)%nat ->
      1 * rest (fun _ => 1) (fun _ => U) (k, whole) <= 1 * U).
    { intros k below. unfold rest. cbn [fst snd].
      rewrite (ahead_twins _ (fun _ => 1 + 0) _ (fun _ => 0 + U * 1)) by (intros; ring).
      rewrite (ahead_plus (fun _ => 1) (fun _ => 0) (fun _ => 0) (fun _ => U * 1)), ahead_scale.
      pose proof (pass_time k ltac:(apply in_seq; lia)) as short. cbv beta in short.
      pose proof (lasts k ltac:(apply in_seq; lia)). pose proof (Q.le_max_r 0 T). nra. }
    specialize (way enough). rewrite !Qmult_1_l in way. exact way.
  - intros [calls left] [_ [_ [signs _]]]. apply ahead_sign; try (intros; lra); assumption.
Qed.

Theorem passes_value i : (i < ranks)%nat -> expected_value step (i, whole) (V i).
Proof.
  intros below plan is_fair. pose proof sizes as [_ [some_suits _]].
  destruct time_exists as [u [lasts positive]].
  assert (both : forall sign e, 0 < e -> exists N, forall n, (N <= n)%nat ->
    sign * reward step plan n [] (i, whole) <= sign * V i + e).
  { intros sign e small.
    destruct (possible_bound (fun s => - (sign * rest (fun g => g) V s))) as [most bounds].
    destruct (bound step plan possible (fun _ _ => True) is_fair (fun _ _ _ _ _ => I)
      (treize_sound some_suits ltac:(lia)) sign (rest (fun g => g) V) most u) with
      (s := (i, whole)) (e := e) as [N enough]; try assumption.
    - intros [calls left] a there number _. unfold numbers in number. simpl in number.
      destruct number as [zero|[]]. subst a. unfold cases_of, step_worth. cbn [nth treize].
      apply (rest_step sign (fun g => g)); try assumption. intros k small_k. rewrite rest_of_pass by assumption. lra.
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

(* The values of the passes in units of 1 / L, and the value of the game. *)
Definition value_solved ranks suits lost L (values : list Z) (x : Q) : bool :=
  if nth 0 values 0 * Zpos (Qden x) =? Qnum x * L
  then passes_solved ranks suits lost L (fun k => nth k values 0) else false.

Theorem value_of_passes ranks suits lost L values x :
  value_solved ranks suits lost L values x = true ->
  expected_value (treize ranks suits lost) (0%nat, full ranks suits) x.
Proof.
  unfold value_solved. destruct (Z.eqb_spec (nth 0 values 0 * Zpos (Qden x)) (Qnum x * L))
    as [is_x|]; [intros solved|discriminate].
  destruct (sizes _ _ _ _ _ solved) as [positive [_ more]].
  assert (same : x == inject_Z (nth 0 values 0) / inject_Z L).
  { destruct L as [|l|l]; try discriminate positive.
    unfold Qdiv, Qeq, Qmult, Qinv, inject_Z. cbn [Qnum Qden].
    rewrite Pos.mul_1_l, Z.mul_1_r. symmetry. exact is_x. }
  intros plan is_fair.
  destruct (passes_value ranks suits lost L _ solved 0%nat ltac:(lia) plan is_fair) as [most least].
  split; intros e small; [destruct (most e small) as [N enough]|destruct (least e small) as [N enough]];
    exists N; intros n late; specialize (enough n late); cbv beta in *; rewrite same; exact enough.
Qed.
