
(* ---------------------------------------------------------------------------------------- *)
(* The orders of the deck: what a pass gives on the mean, counted rank by rank.

   An element gives a number for t cards to be turned, d cards that are put aside, and the cards
   of each rank that are left.  Draw k turns a card of rank k, in as many ways as there are such
   cards; Aside puts a card aside, whose rank is open until the end.  These operations commute, so
   that sums and products of them are a ring.  A card that is not of rank k is Aside - Draw k.

   `segment` are the calls from k on until a match, `tail` those without a match until the deck
   ends: S_k = Draw k + (Aside - Draw k) S_{k+1}.  A pass is a segment, more segments from call 0
   on, and a tail (`play_is`).  By the binomial theorem

     S_k^m = sum over p of C(m, p) Draw_k^p Aside^(m-p) (1 - S_{k+1})^p S_{k+1}^(m-p),

   and Draw_k^p turns p of the c cards of rank k in c (c - 1) ... (c - p + 1) ways (`both_is`).  So
   a table by the number m of segments, the cards to be turned and the cards put aside follows
   from the table of the next rank (`rank_step`). *)

Definition element := nat -> nat -> list Z -> Z.

Inductive op := Num (z : Z) | Aside | Draw (rank : nat) | Plus (a b : op) | Times (a b : op).

Fixpoint run (a : op) (f : element) : element :=
  match a with
  | Num z => fun t d left => z * f t d left
  | Aside => fun t d left => match t with O => 0 | S u => f u (S d) left end
  | Draw k => fun t d left => match t with O => 0 | S u => nth k left 0 * f u d (turn k left) end
  | Plus a b => fun t d left => run a f t d left + run b f t d left
  | Times a b => run a (run b f)
  end.

Definition alike (f g : element) : Prop := forall t d left, f t d left = g t d left.
Definition same (a b : op) : Prop := forall f, alike (run a f) (run b f).

Lemma nth_turn j k left : nth j (turn k left) 0 =
  nth j left 0 - (if Nat.eqb j k && Nat.ltb k (length left) then 1 else 0).
Proof.
  revert j k. induction left as [|x left IH]; intros [|j] [|k]; cbn [turn nth length]; try reflexivity.
  - simpl. rewrite andb_false_r. reflexivity.
  - simpl. lia.
  - simpl. lia.
  - rewrite IH. reflexivity.
Qed.

Lemma turn_swap j k left : turn j (turn k left) = turn k (turn j left).
Proof.
  revert j k. induction left as [|x left IH]; intros [|j] [|k]; simpl; try reflexivity.
  rewrite IH. reflexivity.
Qed.

Lemma draw_swap j k left :
  nth j left 0 * nth k (turn j left) 0 = nth k left 0 * nth j (turn k left) 0.
Proof.
  rewrite !nth_turn, (Nat.eqb_sym k j).
  destruct (Nat.eqb_spec j k); [subst; reflexivity|simpl; ring].
Qed.

Lemma run_alike a f g : alike f g -> alike (run a f) (run a g).
Proof.
  revert f g. induction a; intros f g equal t d left; simpl.
  - rewrite equal. reflexivity.
  - destruct t; [reflexivity|apply equal].
  - destruct t; [reflexivity|]. rewrite equal. reflexivity.
  - rewrite (IHa1 f g), (IHa2 f g) by assumption. reflexivity.
  - apply IHa1, IHa2, equal.
Qed.

Lemma run_plus a f g :
  alike (run a (fun t d left => f t d left + g t d left))
    (fun t d left => run a f t d left + run a g t d left).
Proof.
  revert f g. induction a; intros f g t d left; simpl; try (destruct t); try ring.
  - rewrite IHa1, IHa2. ring.
  - rewrite IHa1, IHa2. ring.
  - rewrite <- IHa1. apply run_alike. exact (IHa2 f g).
  - rewrite <- IHa1. apply run_alike. exact (IHa2 f g).
Qed.

Lemma run_scale a z f :
  alike (run a (fun t d left => z * f t d left)) (fun t d left => z * run a f t d left).
Proof.
  revert f. induction a; intros f t d left; simpl; try (destruct t); try ring.
  - rewrite IHa1, IHa2. ring.
  - rewrite IHa1, IHa2. ring.
  - rewrite <- IHa1. apply run_alike. exact (IHa2 f).
  - rewrite <- IHa1. apply run_alike. exact (IHa2 f).
Qed.

(* In which order cards are drawn or put aside does not matter. *)
Lemma run_swap a b : same (Times a b) (Times b a).
Proof.
  assert (all : forall a, (forall k, same (Times a (Draw k)) (Times (Draw k) a)) ->
    same (Times a Aside) (Times Aside a) -> forall b, same (Times a b) (Times b a)).
  { clear a b. intros a draws aside b. induction b; intros f t d left.
    - apply run_scale.
    - apply aside.
    - apply draws.
    - cbn [run]. rewrite run_plus. f_equal; [apply IHb1|apply IHb2].
    - cbn [run]. etransitivity; [apply (IHb1 (run b2 f))|]. cbn [run]. apply run_alike, IHb2. }
  assert (sides : forall b, same (Times Aside b) (Times b Aside)).
  { apply all; [intros k|]; intros f t d left; simpl; [|reflexivity].
    destruct t as [|[|t]]; simpl; ring. }
  assert (draws : forall j b, same (Times (Draw j) b) (Times b (Draw j))).
  { intros j. apply all; [intros k|]; intros f [|[|t]] d left; simpl; try ring.
    rewrite !Z.mul_assoc, draw_swap, turn_swap. reflexivity. }
  apply all; intros; intros f t d left; symmetry; [apply draws|apply sides].
Qed.

Lemma same_refl a : same a a.
Proof. intros f t d left. reflexivity. Qed.
Lemma same_sym a b : same a b -> same b a.
Proof. intros equal f t d left. symmetry. apply equal. Qed.
Lemma same_trans a b c : same a b -> same b c -> same a c.
Proof. intros one two f t d left. etransitivity; [apply one|apply two]. Qed.
Add Relation op same reflexivity proved by same_refl symmetry proved by same_sym
  transitivity proved by same_trans as same_setoid.

Definition Minus a b := Plus a (Times (Num (-1)) b).

Lemma plus_same : forall a b, same a b -> forall c d, same c d -> same (Plus a c) (Plus b d).
Proof. intros a b one c d two f t e left. simpl. rewrite (one f), (two f). reflexivity. Qed.
Lemma times_same : forall a b, same a b -> forall c d, same c d -> same (Times a c) (Times b d).
Proof.
  intros a b one c d two f t e left. simpl. rewrite (one (run c f)). apply run_alike, two.
Qed.
Lemma opposite_same : forall a b, same a b -> same (Times (Num (-1)) a) (Times (Num (-1)) b).
Proof. intros a b equal. apply times_same; [reflexivity|assumption]. Qed.
Add Morphism Plus with signature same ==> same ==> same as plus_morphism.
Proof. exact plus_same. Qed.
Add Morphism Times with signature same ==> same ==> same as times_morphism.
Proof. exact times_same. Qed.

Lemma op_ring : ring_theory (Num 0) (Num 1) Plus Times Minus (Times (Num (-1))) same.
Proof.
  constructor; intros; try apply run_swap; intros f t d left; unfold Minus; cbn [run];
    first [reflexivity|ring].
Qed.
Add Ring operations : op_ring (setoid same_setoid
  (mk_reqe plus_same times_same opposite_same)).

(* ---------------------------------------------------------------------------------------- *)
(* The same card by card *)

Fixpoint factorial (n : nat) : Z :=
  match n with O => 1 | S m => Z.of_nat n * factorial m end.

Definition sumZ (f : nat -> Z) (l : list nat) : Z := fold_right (fun x t => f x + t) 0 l.

Lemma sumZ_ext f g l : (forall x, In x l -> f x = g x) -> sumZ f l = sumZ g l.
Proof.
  induction l as [|x l IH]; intros equal; [reflexivity|]. cbn [sumZ fold_right].
  rewrite (equal x) by (left; reflexivity). f_equal. apply IH. intros; apply equal; right; assumption.
Qed.
Lemma sumZ_scale a f l : sumZ (fun x => a * f x) l = a * sumZ f l.
Proof.
  induction l as [|x l IH]; cbn [sumZ fold_right] in *; [ring|]. unfold sumZ in IH. rewrite IH. ring.
Qed.
Lemma sumZ_plus f g l : sumZ (fun x => f x + g x) l = sumZ f l + sumZ g l.
Proof.
  induction l as [|x l IH]; cbn [sumZ fold_right] in *; [ring|]. unfold sumZ in IH. rewrite IH. ring.
Qed.
Lemma sumZ_swap (f : nat -> nat -> Z) l l' :
  sumZ (fun x => sumZ (f x) l') l = sumZ (fun y => sumZ (fun x => f x y) l) l'.
Proof.
  induction l as [|x l IH].
  - induction l' as [|y l' IH]; [reflexivity|exact IH].
  - change (sumZ (f x) l' + sumZ (fun x => sumZ (f x) l') l =
      sumZ (fun y => f x y + sumZ (fun x => f x y) l) l').
    rewrite IH. symmetry. apply (sumZ_plus (f x)).
Qed.
Lemma sumZ_one (f : nat -> Z) k l start : (start <= k < start + l)%nat ->
  sumZ (fun x => if Nat.eqb x k then f x else 0) (seq start l) = f k.
Proof.
  assert (none : forall l start, (k < start)%nat ->
    sumZ (fun x => if Nat.eqb x k then f x else 0) (seq start l) = 0).
  { clear l start. induction l as [|l IH]; intros start above; cbn [seq sumZ fold_right]; [reflexivity|].
    destruct (Nat.eqb_spec start k); [lia|]. apply (IH (S start)). lia. }
  revert start. induction l as [|l IH]; intros start inside; [lia|].
  cbn [seq sumZ fold_right]. change (fold_right _ 0 (seq (S start) l)) with
    (sumZ (fun x => if Nat.eqb x k then f x else 0) (seq (S start) l)).
  destruct (Nat.eqb_spec start k); [subst; rewrite none by lia; ring|]. rewrite IH by lia. ring.
Qed.

Fixpoint number_of (left : list Z) : Z := match left with [] => 0 | x :: l => x + number_of l end.

Lemma sum_cards left : sumZ (fun rank => nth rank left 0) (seq 0 (length left)) = number_of left.
Proof.
  induction left as [|x left IH]; [reflexivity|]. cbn [length seq sumZ fold_right number_of nth].
  rewrite <- IH, <- seq_shift. f_equal.
  generalize (seq 0 (length left)). induction l as [|rank l IHl]; [reflexivity|].
  cbn [map fold_right sumZ nth]. rewrite IHl. reflexivity.
Qed.

Lemma turned rank left : (rank < length left)%nat ->
  number_of (turn rank left) = (number_of left - 1)%Z /\ length (turn rank left) = length left.
Proof.
  revert rank. induction left as [|x left IH]; intros [|rank] below; simpl in *; try lia.
  destruct (IH rank ltac:(lia)). lia.
Qed.

Section Orders.

Variables ranks suits : nat.
Variables lost L : Z.
Variable v : nat -> Z.

(* What `t` cards give on the mean, times L and the orders of the deck, its cards numbered:
   `d` cards stay in the deck, and v (calls) / L is for the calls in the end. *)
Fixpoint play (t d calls : nat) (left : list Z) : Z :=
  if Nat.eqb calls ranks then lost * L * factorial (t + d) else
  match t with
  | O => v calls * factorial d
  | S u => sumZ (fun rank => nth rank left 0 *
      (if Nat.eqb rank calls then L * factorial (u + d) + play u d 0 (turn rank left)
       else play u d (S calls) (turn rank left))) (seq 0 ranks)
  end.

(* Of the cards that stay in the deck one may be put aside first. *)
Lemma free_card t : forall d calls left, length left = ranks ->
  number_of left = Z.of_nat (t + S d) ->
  sumZ (fun rank => nth rank left 0 * play t d calls (turn rank left)) (seq 0 ranks) =
  play t (S d) calls left.
Proof.
  induction t as [|t IH]; intros d calls left long number.
  - rewrite (sumZ_ext _ (fun rank => play 0 d calls left * nth rank left 0))
      by (intros; cbn [play]; destruct (Nat.eqb calls ranks); ring).
    rewrite sumZ_scale, <- long, sum_cards, number. cbn [play Nat.add factorial].
    destruct (Nat.eqb calls ranks); ring.
  - cbn [play]. destruct (Nat.eqb calls ranks) eqn:over.
    + rewrite (sumZ_ext _ (fun rank => lost * L * factorial (S t + d) * nth rank left 0))
        by (intros; ring).
      rewrite sumZ_scale, <- long, sum_cards, number. replace (S t + S d)%nat with (S (S t + d)) by lia.
      cbn [factorial Nat.add]. ring.
    + set (next := fun d rank left => if Nat.eqb rank calls
        then L * factorial (t + d) + play t d 0 (turn rank left)
        else play t d (S calls) (turn rank left)).
      transitivity (sumZ (fun rank => sumZ (fun other => nth rank left 0 *
        (nth other (turn rank left) 0 * next d other (turn rank left))) (seq 0 ranks)) (seq 0 ranks)).
      { apply sumZ_ext. intros rank _. rewrite <- sumZ_scale. reflexivity. }
      rewrite sumZ_swap. apply sumZ_ext. intros rank place. apply in_seq in place.
      destruct (turned rank left ltac:(lia)) as [one_less same_length].
      rewrite (sumZ_ext _ (fun other => nth rank left 0 * (nth other (turn rank left) 0 *
        (if Nat.eqb rank calls then L * factorial (t + d) + play t d 0 (turn other (turn rank left))
         else play t d (S calls) (turn other (turn rank left)))))).
      2: { intros other _. unfold next. rewrite !Z.mul_assoc, draw_swap, turn_swap. reflexivity. }
      rewrite sumZ_scale. f_equal. destruct (Nat.eqb rank calls).
      * rewrite (sumZ_ext _ (fun other => L * factorial (t + d) * nth other (turn rank left) 0 +
          nth other (turn rank left) 0 * play t d 0 (turn other (turn rank left)))) by (intros; ring).
        rewrite sumZ_plus, sumZ_scale, IH by lia.
        rewrite <- long, <- same_length, sum_cards, one_less, number.
        replace (t + S d)%nat with (S (t + d)) by lia. cbn [factorial].
        replace (Z.of_nat (S t + S d) - 1) with (Z.of_nat (S (t + d))) by lia. ring.
      * apply IH; lia.
Qed.

Lemma play_step t d calls left : (calls < ranks)%nat -> length left = ranks ->
  number_of left = Z.of_nat (S t + d) ->
  play (S t) d calls left = nth calls left 0 *
    (L * factorial (t + d) + play t d 0 (turn calls left) - play t d (S calls) (turn calls left)) +
  play t (S d) (S calls) left.
Proof.
  intros below long number. rewrite <- free_card by lia. cbn [play].
  destruct (Nat.eqb_spec calls ranks); [lia|].
  rewrite <- (sumZ_one (fun rank => nth rank left 0 * (L * factorial (t + d) +
    play t d 0 (turn rank left) - play t d (S calls) (turn rank left))) calls ranks 0) by lia.
  rewrite <- sumZ_plus. apply sumZ_ext. intros rank _. destruct (Nat.eqb rank calls); ring.
Qed.

(* Calls from k on until a match; and calls without a match until the deck ends. *)
Fixpoint segment (n k : nat) : op :=
  match n with
  | O => Num 0
  | S m => Plus (Draw k) (Times (Minus Aside (Draw k)) (segment m (S k)))
  end.
Fixpoint tail (n k : nat) : op :=
  match n with
  | O => Num 0
  | S m => Plus (Num (v k - lost * L)) (Times (Minus Aside (Draw k)) (tail m (S k)))
  end.
Fixpoint chains (m : nat) : op :=
  match m with O => Num 0 | S m => Plus (Num 1) (Times (segment ranks 0) (chains m)) end.

Definition all_orders : element := fun t d _ => factorial (t + d).
Definition at_end : element := fun t d _ => match t with O => factorial d | _ => 0 end.
Definition payoff : element := fun t d left =>
  L * all_orders t d left + run (tail ranks 0) at_end t d left.

Lemma segment_local n : forall k f g t, (forall u d left, (u < t)%nat -> f u d left = g u d left) ->
  forall d left, run (segment n k) f t d left = run (segment n k) g t d left.
Proof.
  induction n as [|n IH]; intros k f g t equal d left; simpl; [reflexivity|].
  destruct t as [|t]; [reflexivity|].
  rewrite equal by lia. rewrite !(IH (S k) f g t) by (intros; apply equal; lia). reflexivity.
Qed.

Lemma chains_more f m : forall t d left, (t < m)%nat ->
  run (chains (S m)) f t d left = run (chains m) f t d left.
Proof.
  induction m as [|m IH]; intros t d left small; [lia|].
  change (1 * f t d left + run (segment ranks 0) (run (chains (S m)) f) t d left =
    1 * f t d left + run (segment ranks 0) (run (chains m) f) t d left).
  f_equal. apply segment_local. intros. apply IH. lia.
Qed.

Lemma play_is M t : forall n k d left, (n + k = ranks)%nat -> (t < M)%nat -> length left = ranks ->
  number_of left = Z.of_nat (t + d) ->
  play t d k left = lost * L * factorial (t + d) + run (tail n k) at_end t d left +
    run (segment n k) (run (chains M) payoff) t d left.
Proof.
  induction t as [|t IH]; intros n k d left sizes small long number.
  - destruct n as [|n]; cbn [play].
    + rewrite (proj2 (Nat.eqb_eq k ranks)) by lia. simpl. ring.
    + rewrite (proj2 (Nat.eqb_neq k ranks)) by lia. simpl. ring.
  - destruct n as [|n].
    + cbn [play]. rewrite (proj2 (Nat.eqb_eq k ranks)) by lia. simpl. ring.
    + destruct (turned k left ltac:(lia)) as [one_less same_length].
      rewrite play_step by lia. rewrite (IH ranks 0%nat) by lia.
      rewrite !(IH n (S k)) by lia.
      cbn [segment tail run Minus at_end]. unfold Minus. cbn [run].
      rewrite <- (chains_more payoff M t d (turn k left)) by lia. cbn [chains run].
      change (payoff t d (turn k left)) with
        (L * factorial (t + d) + run (tail ranks 0) at_end t d (turn k left)).
      replace (t + S d)%nat with (S t + d)%nat by lia. ring.
Qed.

(* ---------------------------------------------------------------------------------------- *)
(* The cards of one rank: the binomial theorem *)

Fixpoint power (a : op) (m : nat) : op :=
  match m with O => Num 1 | S m => Times a (power a m) end.

(* Elements for which the cards of rank k do not matter. *)
Definition blind (k : nat) (f : element) : Prop := forall t d left, f t d (turn k left) = f t d left.

Lemma blind_segment k n : forall j f, (k < j)%nat -> blind k f -> blind k (run (segment n j) f).
Proof.
  induction n as [|n IH]; intros j f above same_f t d left; [reflexivity|].
  cbn [segment Minus]. unfold Minus. cbn [run]. destruct t as [|t]; [reflexivity|].
  rewrite nth_turn, (proj2 (Nat.eqb_neq j k)), !(turn_swap j k) by lia. simpl andb. cbv iota.
  rewrite Z.sub_0_r, same_f, !(IH (S j) f) by (try lia; assumption). reflexivity.
Qed.

Lemma blind_power k a m : (forall f, blind k f -> blind k (run a f)) ->
  forall f, blind k f -> blind k (run (power a m) f).
Proof.
  intros all. induction m as [|m IH]; intros f same_f.
  - intros t d left. simpl. rewrite same_f. reflexivity.
  - apply all, IH, same_f.
Qed.

Fixpoint upto (c : nat) (f : nat -> Z) : Z :=
  match c with O => f O | S c => f O + upto c (fun p => f (S p)) end.
Fixpoint choose (m p : nat) : Z :=
  match p, m with
  | O, _ => 1
  | S _, O => 0
  | S p', S m' => choose m' p' + choose m' p
  end.
Fixpoint falling (c p : nat) : Z :=
  match p, c with
  | O, _ => 1
  | S _, O => 0
  | S p', S c' => Z.of_nat c * falling c' p'
  end.

Definition table := nat -> nat -> nat -> Z.
Fixpoint differences (f : table) (p : nat) : table :=
  match p with
  | O => f
  | S p => fun m t d => differences f p m t d - differences f p (S m) t d
  end.

Lemma upto_ext c f g : (forall p, f p = g p) -> upto c f = upto c g.
Proof.
  revert f g. induction c as [|c IH]; intros f g equal; simpl; [apply equal|].
  rewrite equal. f_equal. apply IH. intros; apply equal.
Qed.
Lemma upto_plus c f g : upto c (fun p => f p + g p) = upto c f + upto c g.
Proof. revert f g. induction c as [|c IH]; intros f g; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma upto_scale a c f : upto c (fun p => a * f p) = a * upto c f.
Proof. revert f. induction c as [|c IH]; intros f; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma choose_none m p : (m < p)%nat -> choose m p = 0.
Proof.
  revert p. induction m as [|m IH]; intros [|p] above; try lia; simpl; [reflexivity|].
  rewrite !IH by lia. reflexivity.
Qed.

Definition peeled (c : nat) (below : table) (j m t d : nat) : Z :=
  upto c (fun p => choose m p * falling c p * differences below p (j + (m - p))%nat t (d + (m - p))%nat).

Section Rank.
Variables n k : nat.
Let here := segment (S n) k.
Let above := segment n (S k).
Variable f : element.
Hypothesis f_blind : blind k f.

Let both m j := run (power here m) (run (power above j) f).

Lemma both_step m j t d left :
  both (S m) j t d left = match t with O => 0 | S u => both m (S j) u (S d) left +
    nth k left 0 * (both m j u d (turn k left) - both m (S j) u d (turn k left)) end.
Proof.
  assert (equal : same (Times (power here (S m)) (power above j))
    (Plus (Times Aside (Times (power here m) (power above (S j))))
      (Times (Draw k) (Minus (Times (power here m) (power above j))
        (Times (power here m) (power above (S j))))))).
  { cbn [power]. unfold here at 1. cbn [segment]. fold above.
    generalize (power here m) (power above j) above. intros. ring. }
  etransitivity; [apply (equal f)|]. unfold Minus.
  destruct t as [|u]; cbn [run]; [reflexivity|]. unfold both. cbn [run]. ring.
Qed.

Lemma both_none m : forall j t d left, (t < m)%nat -> both m j t d left = 0.
Proof.
  induction m as [|m IH]; intros j t d left small; [lia|]. rewrite both_step.
  destruct t as [|t]; [reflexivity|]. rewrite !IH by lia. ring.
Qed.

Lemma both_is (below : table) m : forall c j t d left,
  nth k left 0 = Z.of_nat c -> (k < length left)%nat ->
  (forall j t d, below j t d = run (power above j) f t d left) ->
  both m j (m + t)%nat d left = peeled c below j m t d.
Proof.
  induction m as [|m IH]; intros c j t d left cards long is_below.
  - unfold both, peeled. cbn [power run]. change (0 + t)%nat with t. rewrite Z.mul_1_l, <- is_below.
    rewrite <- (Nat.add_0_r j) at 1. rewrite <- (Nat.add_0_r d) at 1.
    destruct c as [|c]; cbn [upto]; cbn [Nat.sub].
    + cbn [choose falling differences]. ring.
    + rewrite (upto_ext c _ (fun p => 0 * 0)) by (intros; reflexivity).
      rewrite upto_scale. cbn [choose falling differences]. ring.
  - cbn [Nat.add]. rewrite both_step, (IH c) by assumption.
    assert (first : forall c, choose m 0 * falling c 0 *
        differences below 0 (S j + (m - 0))%nat t (S d + (m - 0))%nat =
      choose (S m) 0 * falling c 0 *
        differences below 0 (j + (S m - 0))%nat t (d + (S m - 0))%nat).
    { intros. rewrite !Nat.sub_0_r. replace (S j + m)%nat with (j + S m)%nat by lia.
      replace (S d + m)%nat with (d + S m)%nat by lia. destruct m; reflexivity. }
    destruct c as [|c].
    + rewrite cards. unfold peeled. cbn [upto]. rewrite first. change (Z.of_nat 0) with 0. ring.
    + assert (fewer : nth k (turn k left) 0 = Z.of_nat c).
      { rewrite nth_turn, cards, Nat.eqb_refl, (proj2 (Nat.ltb_lt _ _) long). simpl andb. lia. }
      destruct (turned k left long) as [_ same_length].
      assert (unseen : forall j t d, below j t d = run (power above j) f t d (turn k left)).
      { intros. rewrite is_below. symmetry. apply blind_power; [|assumption].
        intros. apply blind_segment; [lia|assumption]. }
      rewrite !(IH c) by (try rewrite same_length; assumption).
      unfold peeled. rewrite cards. cbn [upto]. rewrite first, <- Z.add_assoc. f_equal.
      rewrite Z.mul_sub_distr_l, <- !upto_scale.
      set (one := upto c _). set (two := upto c _). set (three := upto c _).
      replace (one + (two - three)) with (one + (two + -1 * three)) by ring.
      unfold one, two, three. rewrite <- upto_scale, <- !upto_plus. apply upto_ext. intros p.
      cbn [choose falling Nat.sub differences].
      destruct (Nat.le_gt_cases (S p) m) as [within|beyond].
      * replace (S j + (m - S p))%nat with (j + (m - p))%nat by lia.
        replace (S d + (m - S p))%nat with (d + (m - p))%nat by lia.
        change (S j + (m - p))%nat with (S (j + (m - p))). ring.
      * rewrite (choose_none m (S p)) by lia.
        change (S j + (m - p))%nat with (S (j + (m - p))). ring.
Qed.
End Rank.

(* ---------------------------------------------------------------------------------------- *)
(* Tables by the cards put aside *)

Lemma run_bounded a n : forall f g, (forall t d left, (t + d <= n)%nat -> f t d left = g t d left) ->
  forall t d left, (t + d <= n)%nat -> run a f t d left = run a g t d left.
Proof.
  induction a; intros f g equal t d left small; cbn [run].
  - rewrite equal by assumption. reflexivity.
  - destruct t; [reflexivity|]. apply equal. lia.
  - destruct t; [reflexivity|]. rewrite equal by lia. reflexivity.
  - rewrite (IHa1 f g), (IHa2 f g) by assumption. reflexivity.
  - apply IHa1; [|assumption]. intros. apply IHa2; assumption.
Qed.

Lemma run_sum a (weight : nat -> Z) (f : nat -> element) l t d left :
  run a (fun t d left => sumZ (fun q => weight q * f q t d left) l) t d left =
  sumZ (fun q => weight q * run a (f q) t d left) l.
Proof.
  induction l as [|q l IH].
  - cbn [sumZ fold_right]. rewrite (run_scale a 0 (fun _ _ _ => 0)). ring.
  - cbn [sumZ fold_right]. unfold sumZ in IH. rewrite <- IH, <- (run_scale a (weight q) (f q)).
    rewrite <- run_plus. reflexivity.
Qed.

(* One where q cards have been put aside in the end. *)
Definition orders (q : nat) : element := fun t d _ => if Nat.eqb q (t + d) then 1 else 0.
Definition ending (q : nat) : element := fun t d left =>
  match t with O => orders q t d left | S _ => 0 end.

Lemma ending_is q : alike (ending q) (run (Minus (Num 1) Aside) (orders q)).
Proof.
  intros [|t] d left; unfold Minus; cbn [run ending]; [ring|].
  unfold orders. replace (S t + d)%nat with (t + S d)%nat by lia. ring.
Qed.

Lemma run_beyond a q t d left : (t + d < q)%nat ->
  run a (orders q) t d left = 0.
Proof.
  intros less. assert (zero : run a (fun t d left => 0 * orders q t d left) t d left = 0)
    by (rewrite run_scale; ring).
  rewrite <- zero. apply run_bounded with (t + d)%nat; [|lia].
  intros t' d' left' small. unfold orders. destruct (Nat.eqb_spec q (t' + d')); [lia|reflexivity].
Qed.

Definition view (q : nat) (f : table) : table :=
  fun m t d => if Nat.leb d q then f m t (q - d)%nat else 0.

Lemma differences_view q f p : forall m t d,
  differences (view q f) p m t d = view q (differences f p) m t d.
Proof.
  induction p as [|p IH]; intros m t d; [reflexivity|].
  cbn [differences]. rewrite !IH. unfold view. cbn [differences].
  destruct (Nat.leb d q); ring.
Qed.

Definition peel (ways : nat -> nat -> Z) (steps : nat -> table) (c : nat) : table := fun m t w =>
  if Nat.ltb t m || Nat.ltb t w then 0 else
  upto c (fun p => if Nat.ltb m p || Nat.ltb w (m - p) then 0 else
    ways m p * steps p (m - p)%nat (t - m)%nat (w - (m - p))%nat).

Lemma upto_within c : forall f g, (forall p, (p <= c)%nat -> f p = g p) -> upto c f = upto c g.
Proof.
  induction c as [|c IH]; intros f g equal; simpl; [apply equal; lia|].
  rewrite equal by lia. f_equal. apply IH. intros; apply equal; lia.
Qed.

Lemma peel_is n k a below ways steps c :
  (forall q, blind k (run a (orders q))) ->
  forall left, nth k left 0 = Z.of_nat c -> (k < length left)%nat ->
  (forall q j t d, run (power (segment n (S k)) j) (run a (orders q)) t d left =
    view q below j t d) ->
  (forall m p, (p <= c)%nat -> ways m p = choose m p * falling c p) ->
  (forall p m t w, (p <= c)%nat -> steps p m t w = differences below p m t w) ->
  forall q m t d, run (power (segment (S n) k) m) (run a (orders q)) t d left =
    view q (peel ways steps c) m t d.
Proof.
  intros unseen left cards long is_below is_ways is_steps q m t d.
  unfold view, peel. destruct (Nat.ltb_spec t m) as [few|enough].
  { pose proof (both_none n k (run a (orders q)) m 0 t d left few) as none.
    cbn [power run] in none.
    transitivity 0; [|destruct (Nat.leb d q); reflexivity].
    rewrite <- none. apply run_alike. intros t' d' left'. rewrite Z.mul_1_l. reflexivity. }
  destruct (Nat.leb_spec d q) as [inside|outside]; cbn [orb].
  1: destruct (Nat.ltb_spec t (q - d)) as [beyond|near].
  { rewrite <- (run_beyond (Times (power (segment (S n) k) m) a) q t d left) by lia. reflexivity. }
  all: pose proof (both_is n k (run a (orders q)) (unseen q) (view q below) m c 0 (t - m) d left
    cards long) as is;
    cbv zeta in is; rewrite Nat.add_comm, Nat.sub_add in is by assumption;
    transitivity (peeled c (view q below) 0 m (t - m)%nat d);
    [rewrite <- is; [|intros; symmetry; apply is_below];
      apply run_alike; intros t' d' left'; cbn [power run]; rewrite Z.mul_1_l; reflexivity|]; unfold peeled.
  - apply upto_within. intros p small. rewrite differences_view. unfold view.
    destruct (Nat.ltb_spec m p); [rewrite choose_none by assumption; reflexivity|]. cbn [orb].
    rewrite is_ways, is_steps by assumption.
    destruct (Nat.ltb_spec (q - d) (m - p)); destruct (Nat.leb_spec (d + (m - p)) q); try lia.
    replace (q - (d + (m - p)))%nat with (q - d - (m - p))%nat by lia. reflexivity.
  - rewrite (upto_ext c _ (fun _ => 0 * 0)); [apply upto_scale|]. intros p.
    rewrite differences_view. unfold view. destruct (Nat.leb_spec (d + (m - p)) q); [lia|ring].
Qed.

(* ---------------------------------------------------------------------------------------- *)
(* The computation *)

(* A function whose values from `low` on are computed once, and `slow` elsewhere. *)
Definition memo {A} (low many : nat) (f slow : nat -> A) : nat -> A :=
  let known := map f (seq low many) in
  fun x => if Nat.ltb x low then slow x
    else match nth_error known (x - low) with Some y => y | None => slow x end.

Lemma memo_is {A} (P : A -> Prop) low many f slow x :
  P (f x) -> P (slow x) -> P (memo low many f slow x).
Proof.
  intros fast direct. unfold memo. destruct (Nat.ltb_spec x low) as [|above]; [assumption|].
  destruct (nth_error _ _) as [y|] eqn:known; [|assumption].
  rewrite nth_error_map in known. destruct (nth_error (seq low many) (x - low)) as [z|] eqn:place;
    [|discriminate]. injection known as known. subst y.
  assert (inside : (x - low < many)%nat).
  { rewrite <- (seq_length many low). apply nth_error_Some. congruence. }
  apply nth_error_nth with (d := 0%nat) in place. rewrite seq_nth in place by assumption.
  replace z with x by lia. assumption.
Qed.

Definition size : nat := (ranks * suits)%nat.

(* What is needed of a table at rank k is computed once: m segments, t cards to be turned.  Other
   places are computed when they are asked for, so that the choice is one of speed only. *)
Definition grid {A} (spare k p off : nat) (f : nat -> nat -> nat -> A) : nat -> nat -> nat -> A :=
  memo 0 (S (S ((size + k) / S k))) (fun m =>
    let low := Nat.max m (size - m * k - suits * (k * S k / 2) - off) in
    memo low (S (Nat.min size (size + spare - (m + p) * k)) - low)
      (fun t => memo 0 (S t) (f m t) (f m t)) (f m)) f.

Lemma grid_is {A} spare k p off (f : nat -> nat -> nat -> A) m t w :
  grid spare k p off f m t w = f m t w.
Proof.
  unfold grid. apply (memo_is (fun h => h t w = f m t w)); [|reflexivity].
  apply (memo_is (fun h => h w = f m t w)); [|reflexivity].
  apply (memo_is (fun h => h = f m t w)); reflexivity.
Qed.

(* Tables of lists: one number for each call at which the pass may end; those not listed are 0. *)
Fixpoint plus (a b : list Z) : list Z :=
  match a, b with
  | [], _ => b
  | _, [] => a
  | x :: a, y :: b => x + y :: plus a b
  end.
Definition times (z : Z) (a : list Z) : list Z := map (Z.mul z) a.
Definition put (x : Z) (a : list Z) : list Z :=
  match x, a with Z0, [] => [] | _, _ => x :: a end.
Fixpoint rows_upto (c : nat) (f : nat -> list Z) : list Z :=
  match c with O => f O | S c => plus (f O) (rows_upto c (fun p => f (S p))) end.

Lemma nth_plus a : forall b j, nth j (plus a b) 0 = nth j a 0 + nth j b 0.
Proof.
  induction a as [|x a IH]; intros [|y b] [|j]; simpl; try ring. apply IH.
Qed.
Lemma nth_times z a : forall j, nth j (times z a) 0 = z * nth j a 0.
Proof. induction a as [|x a IH]; intros [|j]; simpl; try ring. apply IH. Qed.
Lemma nth_put x a j : nth j (put x a) 0 = nth j (x :: a) 0.
Proof. destruct x; destruct a; destruct j as [|[|j]]; reflexivity. Qed.
Lemma nth_upto j c : forall f, nth j (rows_upto c f) 0 = upto c (fun p => nth j (f p) 0).
Proof.
  induction c as [|c IH]; intros f; simpl; [reflexivity|]. rewrite nth_plus, IH. reflexivity.
Qed.

Definition rows := nat -> nat -> nat -> list Z.
Definition column (j : nat) (f : rows) : table := fun m t w => nth j (f m t w) 0.

Definition peel_rows (ways : nat -> nat -> Z) (steps : nat -> rows) (c : nat) : rows :=
  fun m t w => if Nat.ltb t m || Nat.ltb t w then [] else
  rows_upto c (fun p => if Nat.ltb m p || Nat.ltb w (m - p) then [] else
    times (ways m p) (steps p (m - p)%nat (t - m)%nat (w - (m - p))%nat)).

Lemma column_peel j ways steps c m t w :
  column j (peel_rows ways steps c) m t w = peel ways (fun p => column j (steps p)) c m t w.
Proof.
  unfold column, peel_rows, peel. destruct (Nat.ltb t m || Nat.ltb t w); [destruct j; reflexivity|].
  rewrite nth_upto. apply upto_ext. intros p.
  destruct (Nat.ltb m p || Nat.ltb w (m - p)); [destruct j; reflexivity|apply nth_times].
Qed.

Fixpoint ladder (spare k off p todo : nat) (f : rows) : nat -> rows :=
  match todo with
  | O => fun _ => f
  | S todo =>
      let others := ladder spare k off (S p) todo
        (grid spare k (S p) off (fun m t w => plus (f m t w) (times (-1) (f (S m) t w)))) in
      fun q => match q with O => f | S q => others q end
  end.

Lemma differences_ext f g p : (forall m t w, f m t w = g m t w) ->
  forall m t w, differences f p m t w = differences g p m t w.
Proof.
  intros equal. induction p as [|p IH]; intros m t w; [apply equal|]. cbn [differences].
  rewrite !IH. reflexivity.
Qed.

Lemma differences_first f p : forall m t w,
  differences (fun m t w => f m t w - f (S m) t w) p m t w = differences f (S p) m t w.
Proof.
  induction p as [|p IH]; intros m t w; [reflexivity|]. cbn [differences]. rewrite !IH. reflexivity.
Qed.

Lemma ladder_is spare k off j todo : forall p f q m t w, (q <= todo)%nat ->
  column j (ladder spare k off p todo f q) m t w = differences (column j f) q m t w.
Proof.
  induction todo as [|todo IH]; intros p f q m t w small; cbn [ladder].
  - destruct q; [reflexivity|lia].
  - destruct q as [|q]; [reflexivity|]. rewrite IH by lia. rewrite <- differences_first.
    apply differences_ext. intros. unfold column. rewrite grid_is, nth_plus, nth_times. ring.
Qed.

Fixpoint pascal (m : nat) : nat -> Z :=
  match m with
  | O => fun p => match p with O => 1 | S _ => 0 end
  | S m =>
      let row := pascal m in
      let next := fun p => match p with O => 1 | S q => row q + row p end in
      memo 0 (S suits) next next
  end.
Definition ways (c : nat) : nat -> nat -> Z :=
  let direct := fun m p => pascal m p * falling c p in
  memo 0 (S (S size)) (fun m => memo 0 (S c) (direct m) (direct m)) direct.

Lemma pascal_is m : forall p, pascal m p = choose m p.
Proof.
  induction m as [|m IH]; intros p; cbn [pascal]; [destruct p; reflexivity|].
  apply (memo_is (fun x => x = choose (S m) p)); (destruct p; [reflexivity|rewrite !IH; reflexivity]).
Qed.
Lemma ways_is c m p : ways c m p = choose m p * falling c p.
Proof.
  rewrite <- pascal_is. unfold ways.
  apply (memo_is (fun h => h p = pascal m p * falling c p)); [|reflexivity].
  apply (memo_is (fun x => x = pascal m p * falling c p)); reflexivity.
Qed.

Section Steps.
Variables all fewer : nat -> nat -> Z.
Variable spare : nat -> nat.

Definition rank_step (k : nat) (tables : rows * rows) : rows * rows :=
  let (free, tails) := tables in
  let free_steps := ladder (spare (S k)) (S k) (S (S k)) 0 suits free in
  let tail_steps := ladder (spare (S k)) (S k) (S k) 0 suits tails in
  let number := - Z.of_nat suits in
  let here := grid (spare k) k 0 (S k) (peel_rows all free_steps suits) in
  (here, grid (spare k) k 0 k (fun m t w =>
    put (nth 0 (here m t w) 0 -
        match t, w with S u, S x => nth 0 (here m u x) 0 | _, _ => 0 end)
      match t with
      | O => []
      | S u => plus match w with O => [] | S x => peel_rows all tail_steps suits m u x end
          (times number (peel_rows fewer tail_steps (pred suits) m u w))
      end)).
End Steps.

Section Solved.
Variables all fewer : nat -> nat -> Z.

Fixpoint descend (k : nat) (tables : rows * rows) : rows * rows :=
  match k with O => tables | S k => descend k (rank_step all fewer (fun _ => 0%nat) k tables) end.

Fixpoint paid (i : nat) (row : list Z) : Z :=
  match row with [] => 0 | x :: row => x * (v i - lost * L) + paid (S i) row end.
Definition sum_rows (f : nat -> list Z) (l : list nat) : list Z :=
  fold_right (fun x t => plus (f x) t) [] l.

Definition solves (i : nat) (tables : rows * rows) : bool :=
  let (free, tails) := descend i (fun m => fst tables (S m), fun m => snd tables (S m)) in
  let all := seq 0 (S size) in
  lost * L * factorial size +
  (paid i (sum_rows (fun q => times (factorial q) (snd tables 0%nat size q)) all) +
   (L * sumZ (fun q => factorial q * sumZ (fun m => nth 0 (free m size q) 0) all) all +
    paid 0 (sum_rows (fun q => times (factorial q) (sum_rows (fun m => tails m size q) all)) all)))
  =? v i * factorial size.

Fixpoint all_solved (k : nat) (tables : rows * rows) : bool :=
  match k with
  | O => true
  | S k =>
      let here := rank_step all fewer (fun k => k) k tables in
      if solves k here then all_solved k here else false
  end.
End Solved.

Definition no_rank : rows * rows :=
  (fun m t w => if Nat.eqb m 0 && Nat.eqb t w then [1] else [], fun _ _ _ => []).

Definition passes_solved : bool :=
  (0 <? L) && Nat.ltb 0 suits && Nat.ltb 1 ranks &&
  all_solved (ways suits) (ways (pred suits)) ranks no_rank.

(* ---------------------------------------------------------------------------------------- *)
(* What is computed is what the cards give *)

Hypothesis some_suits : (0 < suits)%nat.

(* A deck of which the ranks from k on are whole. *)
Definition whole_from (k : nat) (left : list Z) : Prop :=
  length left = ranks /\ forall j, (k <= j < ranks)%nat -> nth j left 0 = Z.of_nat suits.

Definition ready (n k : nat) (a : op) (f : table) : Prop := forall left, whole_from k left ->
  forall q m t d, run (power (segment n k) m) (run a (orders q)) t d left = view q f m t d.

(* A tail that ends with call k + j. *)
Fixpoint stop (j n k : nat) {struct n} : op :=
  match n, j with
  | O, _ => Num 0
  | S _, O => Num 1
  | S m, S j => Times (Minus Aside (Draw k)) (stop j m (S k))
  end.
Definition ended (j n k : nat) : op := Times (stop j n k) (Minus (Num 1) Aside).
Definition both_ready (n k : nat) (x : op) (tables : rows * rows) : Prop :=
  ready n k (Times x (Num 1)) (column 0 (fst tables)) /\
  forall j, ready n k (Times x (ended j n k)) (column j (snd tables)).

Lemma view_ext q f g : (forall m t w, f m t w = g m t w) ->
  forall m t d, view q f m t d = view q g m t d.
Proof. intros equal m t d. unfold view. rewrite equal. reflexivity. Qed.

Lemma whole_later k left : whole_from k left -> whole_from (S k) left.
Proof. intros [long each]. split; [assumption|]. intros j inside. apply each. lia. Qed.
Lemma whole_turned k left : (k < ranks)%nat -> whole_from k left -> whole_from (S k) (turn k left).
Proof.
  intros below [long each]. destruct (turned k left ltac:(lia)) as [_ same_length].
  split; [lia|]. intros j inside. rewrite nth_turn, (proj2 (Nat.eqb_neq j k)) by lia.
  simpl andb. cbv iota. rewrite Z.sub_0_r. apply each. lia.
Qed.

Lemma blind_orders k q : blind k (orders q).
Proof. intros t d left. reflexivity. Qed.
Lemma blind_op k x c : (forall f, blind k f -> blind k (run x f)) ->
  (forall f, blind k f -> blind k (run c f)) -> forall q, blind k (run (Times x c) (orders q)).
Proof. intros one two q. apply one, two, blind_orders. Qed.
Lemma blind_num k z f : blind k f -> blind k (run (Num z) f).
Proof. intros same_f t d left. cbn [run]. rewrite same_f. reflexivity. Qed.
Lemma blind_stop k n : forall i j f, (k < j)%nat -> blind k f -> blind k (run (stop i n j) f).
Proof.
  induction n as [|n IH]; intros [|i] j f above same_f; cbn [stop]; try (apply blind_num; assumption).
  intros t d left. unfold Minus. cbn [run]. destruct t as [|t]; [reflexivity|].
  rewrite nth_turn, (proj2 (Nat.eqb_neq j k)), !(turn_swap j k) by lia. simpl andb. cbv iota.
  rewrite Z.sub_0_r, !(IH i (S j) f) by (try lia; assumption). reflexivity.
Qed.
Lemma blind_ended k i n j f : (k < j)%nat -> blind k f -> blind k (run (ended i n j) f).
Proof.
  intros above same_f. unfold ended. cbn [run]. apply blind_stop; [assumption|].
  intros t d left. unfold Minus. cbn [run]. rewrite same_f. destruct t; [reflexivity|].
  rewrite same_f. reflexivity.
Qed.

Section Step.
Variables (n k : nat) (x : op) (all fewer : nat -> nat -> Z) (spare : nat -> nat).
Hypothesis below : (S n + k = ranks)%nat.
Hypothesis x_blind : forall f, blind k f -> blind k (run x f).
Hypothesis all_is : forall m p, all m p = choose m p * falling suits p.
Hypothesis fewer_is : forall m p, fewer m p = choose m p * falling (pred suits) p.

Lemma step_ready tables : both_ready n (S k) x tables ->
  both_ready (S n) k x (rank_step all fewer spare k tables).
Proof.
  destruct tables as [free tails]. intros [free_ready tail_ready]. cbn [fst snd] in *.
  assert (here_ready : ready (S n) k (Times x (Num 1))
    (column 0 (fst (rank_step all fewer spare k (free, tails))))).
  { intros left whole q m t d. cbn [rank_step fst].
    rewrite (view_ext _ _ (peel all (fun p => column 0
      (ladder (spare (S k)) (S k) (S (S k)) 0 suits free p)) suits))
      by (intros; unfold column at 1; rewrite grid_is; apply column_peel).
    apply peel_is with (column 0 free).
    - apply blind_op; [assumption|]. intros; apply blind_num; assumption.
    - apply whole. lia.
    - destruct whole. lia.
    - intros. apply free_ready, whole_later, whole.
    - intros. apply all_is.
    - intros. apply ladder_is. assumption. }
  split; [exact here_ready|]. intros j left whole q m t d.
  set (here := fst (rank_step all fewer spare k (free, tails))) in *.
  pose (steps := ladder (spare (S k)) (S k) (S k) 0 suits tails).
  transitivity (view q (column j (fun m t w =>
    put (nth 0 (here m t w) 0 -
        match t, w with S u, S x => nth 0 (here m u x) 0 | _, _ => 0 end)
      match t with
      | O => []
      | S u => plus match w with O => [] | S x => peel_rows all steps suits m u x end
          (times (- Z.of_nat suits) (peel_rows fewer steps (pred suits) m u w))
      end)) m t d).
  2: { apply view_ext. intros. unfold column, rank_step. cbn [snd]. rewrite grid_is. reflexivity. }
  unfold view, column. rewrite nth_put. destruct j as [|j]; cbn [nth].
  - set (front := Times (power (segment (S n) k) m) (Times x (Num 1))).
    assert (front_is : forall t d, run front (orders q) t d left = view q (column 0 here) m t d)
      by (intros; apply here_ready, whole).
    assert (equal : same (Times (power (segment (S n) k) m) (Times x (ended 0 (S n) k)))
      (Times (Minus (Num 1) Aside) front)).
    { unfold ended, front. cbn [stop]. generalize (power (segment (S n) k) m). intros. ring. }
    transitivity (run (Times (Minus (Num 1) Aside) front) (orders q) t d left); [apply equal|].
    clearbody front here. unfold Minus. cbn [run]. rewrite !front_is. unfold view, column.
    destruct t as [|u].
    + destruct (Nat.leb d q); destruct (q - d)%nat; ring.
    + rewrite front_is. unfold view, column.
      destruct (Nat.leb_spec d q); destruct (Nat.leb_spec (S d) q); try lia.
      * replace (q - d)%nat with (S (q - S d)) by lia. ring.
      * replace (q - d)%nat with 0%nat by lia. ring.
  - set (behind := Times (power (segment (S n) k) m) (Times x (ended j n (S k)))).
    assert (unseen : forall q, blind k (run (Times x (ended j n (S k))) (orders q))).
    { apply blind_op; [assumption|]. intros; apply blind_ended; [lia|assumption]. }
    assert (later : forall t d, run behind (orders q) t d left =
      view q (column j (peel_rows all steps suits)) m t d).
    { intros. rewrite (view_ext _ _ _ (column_peel j all steps suits)).
      apply peel_is with (column j tails); try assumption.
      - apply whole. lia.
      - destruct whole. lia.
      - intros. apply tail_ready, whole_later, whole.
      - intros. apply all_is.
      - intros. apply ladder_is. assumption. }
    assert (turned_later : forall t d, run behind (orders q) t d (turn k left) =
      view q (column j (peel_rows fewer steps (pred suits))) m t d).
    { intros. rewrite (view_ext _ _ _ (column_peel j fewer steps (pred suits))).
      apply peel_is with (column j tails); try assumption.
      - destruct whole as [long each]. rewrite nth_turn, each, Nat.eqb_refl by lia.
        rewrite (proj2 (Nat.ltb_lt k (length left))) by lia. simpl andb. cbv iota. lia.
      - destruct whole. destruct (turned k left ltac:(lia)). lia.
      - intros. apply tail_ready, whole_turned; [lia|assumption].
      - intros. apply fewer_is.
      - intros. apply ladder_is. lia. }
    assert (equal : same (Times (power (segment (S n) k) m) (Times x (ended (S j) (S n) k)))
      (Times (Minus Aside (Draw k)) behind)).
    { unfold ended, behind, ended. cbn [stop].
      generalize (power (segment (S n) k) m) (stop j n (S k)). intros. ring. }
    transitivity (run (Times (Minus Aside (Draw k)) behind) (orders q) t d left); [apply equal|].
    clearbody behind here steps. unfold Minus. cbn [run].
    destruct t as [|u].
    + destruct (Nat.leb d q); destruct j; reflexivity.
    + rewrite later, turned_later. destruct whole as [long each]. rewrite each by lia.
      unfold view, column. rewrite nth_plus, nth_times.
      destruct (Nat.leb_spec d q); destruct (Nat.leb_spec (S d) q); try lia.
      * replace (q - d)%nat with (S (q - S d)) by lia. ring.
      * replace (q - d)%nat with 0%nat by lia. destruct j; cbn [nth]; ring.
Qed.

End Step.

Lemma descend_ready all fewer x :
  (forall m p, all m p = choose m p * falling suits p) ->
  (forall m p, fewer m p = choose m p * falling (pred suits) p) ->
  forall k n tables, (n + k = ranks)%nat ->
  (forall j f, (j < k)%nat -> blind j f -> blind j (run x f)) ->
  both_ready n k x tables -> both_ready ranks 0 x (descend all fewer k tables).
Proof.
  intros all_is fewer_is. induction k as [|k IH]; intros n tables sizes unseen are_ready; cbn [descend].
  - replace ranks with n by lia. assumption.
  - apply (IH (S n)); [lia|intros; apply unseen; [lia|assumption]|].
    apply step_ready; try assumption; [lia|]. intros. apply unseen; [lia|assumption].
Qed.

Lemma shift_ready n k a f : ready n k (Times (Num 1) a) f ->
  ready n k (Times (segment n k) a) (fun m => f (S m)).
Proof.
  intros is_ready left whole q m t d. pose proof (is_ready left whole q (S m) t d) as there.
  unfold view in *. rewrite <- there.
  assert (equal : same (Times (power (segment n k) m) (Times (segment n k) a))
    (Times (power (segment n k) (S m)) (Times (Num 1) a))).
  { cbn [power]. generalize (power (segment n k) m) (segment n k). intros. ring. }
  apply equal.
Qed.

Lemma no_rank_ready : both_ready 0 ranks (Num 1) no_rank.
Proof.
  split; [|intros j]; intros left _ q m t d; cbn [fst snd no_rank]; unfold view.
  - unfold column. destruct m as [|m]; cbn [power segment run]; unfold orders.
    + cbn [Nat.eqb andb]. destruct (Nat.leb_spec d q).
      * destruct (Nat.eqb_spec q (t + d)); destruct (Nat.eqb_spec t (q - d)); cbn [nth]; lia.
      * destruct (Nat.eqb_spec q (t + d)); lia.
    + cbn [Nat.eqb andb]. destruct (Nat.leb d q); cbn [nth]; ring.
  - unfold ended. cbn [run stop]. transitivity 0; [|destruct (Nat.leb d q); destruct j; reflexivity].
    rewrite (run_alike _ _ (fun t d left => 0 * orders q t d left)), run_scale; [ring|].
    intros t' d' left'. cbn [run]. ring.
Qed.

Lemma chains_sum f M : forall j t d left,
  run (power (segment ranks 0) j) (run (chains M) f) t d left =
  sumZ (fun m => run (power (segment ranks 0) m) f t d left) (seq j M).
Proof.
  induction M as [|M IH]; intros j t d left.
  - cbn [chains seq sumZ fold_right]. change (run (power (segment ranks 0) j) (run (Num 0) f))
      with (run (power (segment ranks 0) j) (fun t d left => 0 * f t d left)).
    rewrite run_scale. ring.
  - cbn [seq sumZ fold_right]. unfold sumZ in IH. rewrite <- IH.
    assert (equal : same (Times (power (segment ranks 0) j) (chains (S M)))
      (Plus (power (segment ranks 0) j) (Times (power (segment ranks 0) (S j)) (chains M)))).
    { cbn [power chains]. generalize (power (segment ranks 0) j) (segment ranks 0) (chains M).
      intros. ring. }
    apply (equal f).
Qed.

Local Notation whole := (full ranks suits).

Lemma whole_is : whole_from 0 whole /\ number_of whole = Z.of_nat size.
Proof.
  unfold whole_from, full, size. split; [split; [apply repeat_length|]|].
  - intros j inside. assert (member : In (nth j (repeat (Z.of_nat suits) ranks) 0)
      (repeat (Z.of_nat suits) ranks)) by (apply nth_In; rewrite repeat_length; lia).
    apply repeat_spec in member. assumption.
  - induction ranks as [|r IH]; [reflexivity|]. cbn [repeat number_of]. rewrite IH. lia.
Qed.

Lemma weighed t d left : (t + d <= size)%nat ->
  all_orders t d left = sumZ (fun q => factorial q * orders q t d left) (seq 0 (S size)) /\
  at_end t d left = sumZ (fun q => factorial q * ending q t d left) (seq 0 (S size)).
Proof.
  intros small.
  assert (one : sumZ (fun q => factorial q * orders q t d left) (seq 0 (S size)) =
    factorial (t + d)).
  { rewrite <- (sumZ_one factorial (t + d) (S size) 0) by lia. apply sumZ_ext. intros q _.
    unfold orders. destruct (Nat.eqb q (t + d)); ring. }
  split; [symmetry; exact one|]. destruct t as [|t]; [symmetry; exact one|].
  cbn [at_end ending]. rewrite (sumZ_ext _ (fun q => 0 * factorial q)) by (intros; ring).
  rewrite sumZ_scale. ring.
Qed.

Lemma run_weighed a (f : element) (b : op) t d left :
  (forall t d left, (t + d <= size)%nat ->
    f t d left = sumZ (fun q => factorial q * run b (orders q) t d left) (seq 0 (S size))) ->
  (t + d <= size)%nat ->
  run a f t d left = sumZ (fun q => factorial q * run (Times a b) (orders q) t d left) (seq 0 (S size)).
Proof.
  intros equal small. transitivity (run a (fun t d left =>
    sumZ (fun q => factorial q * run b (orders q) t d left) (seq 0 (S size))) t d left).
  - apply run_bounded with size; assumption.
  - apply (run_sum a factorial (fun q => run b (orders q))).
Qed.

Lemma paid_plus a : forall i b, paid i (plus a b) = paid i a + paid i b.
Proof.
  induction a as [|x a IH]; intros i [|y b]; cbn [plus paid]; try ring. rewrite IH. ring.
Qed.
Lemma paid_times z a : forall i, paid i (times z a) = z * paid i a.
Proof.
  induction a as [|x a IH]; intros i; cbn [times map paid]; [ring|].
  unfold times in IH. rewrite IH. ring.
Qed.
Lemma paid_sum i f l : paid i (sum_rows f l) = sumZ (fun x => paid i (f x)) l.
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [sum_rows sumZ fold_right].
  rewrite paid_plus. f_equal. exact IH.
Qed.
Lemma paid_first i row : paid i row = nth 0 row 0 * (v i - lost * L) + paid (S i) (tl row).
Proof. destruct row; simpl; ring. Qed.
Lemma paid_nothing row : forall i, (forall j, nth j row 0 = 0) -> paid i row = 0.
Proof.
  induction row as [|x row IH]; intros i zero; [reflexivity|]. cbn [paid].
  rewrite (zero 0%nat : x = 0), IH; [ring|]. intros j. apply (zero (S j)).
Qed.

Lemma paid_tail n : forall k a row f t d left,
  (forall j, nth j row 0 = run (Times a (stop j n k)) f t d left) ->
  paid k row = run (Times a (tail n k)) f t d left.
Proof.
  induction n as [|n IH]; intros k a row f t d left equal.
  - assert (none : run (Times a (Num 0)) f t d left = 0)
      by (cbn [run]; rewrite (run_scale a 0 f); ring).
    cbn [tail]. rewrite none. apply paid_nothing. intros j. rewrite equal. exact none.
  - rewrite paid_first, (equal 0%nat).
    rewrite (IH (S k) (Times a (Minus Aside (Draw k))) (tl row) f t d left).
    + assert (whole_tail : same (Times a (tail (S n) k))
        (Plus (Times (Num (v k - lost * L)) (Times a (stop 0 (S n) k)))
          (Times (Times a (Minus Aside (Draw k))) (tail n (S k))))).
      { cbn [tail stop]. generalize (tail n (S k)). intros. ring. }
      rewrite (whole_tail f t d left). cbn [run]. ring.
    + intros j. transitivity (nth (S j) row 0); [destruct row; [destruct j|]; reflexivity|].
      apply equal.
Qed.

Lemma solves_play all fewer n i tables : (n + i = ranks)%nat ->
  (forall m p, all m p = choose m p * falling suits p) ->
  (forall m p, fewer m p = choose m p * falling (pred suits) p) ->
  both_ready n i (Num 1) tables -> solves all fewer i tables = true ->
  play size 0 i whole = v i * factorial size.
Proof.
  intros sizes all_is fewer_is [free_ready tail_ready] solved. destruct whole_is as [good number].
  assert (good_i : whole_from i whole)
    by (destruct good as [long each]; split; [exact long|]; intros; apply each; lia).
  pose proof (descend_ready all fewer (segment n i) all_is fewer_is i n
    (fun m => fst tables (S m), fun m => snd tables (S m)) sizes) as down.
  unfold solves in solved. destruct (descend all fewer i _) as [free tails].
  destruct down as [free_down tail_down].
  { intros. apply blind_segment; assumption. }
  { split; [apply (shift_ready _ _ _ _ free_ready)|].
    intros j. apply (shift_ready _ _ _ _ (tail_ready j)). }
  cbn [fst snd] in *. cbv zeta in solved. apply Z.eqb_eq in solved. rewrite <- solved.
  rewrite (play_is (S size) size n i) by (try apply good; lia).
  rewrite Nat.add_0_r, <- Z.add_assoc. f_equal.
  set (over := Minus (Num 1) Aside).
  assert (ends : forall t d left, (t + d <= size)%nat -> at_end t d left =
    sumZ (fun q => factorial q * run over (orders q) t d left) (seq 0 (S size))).
  { intros t d left small. rewrite (proj2 (weighed t d left small)). apply sumZ_ext.
    intros q _. rewrite ending_is. reflexivity. }
  f_equal.
  - rewrite (run_weighed (tail n i) at_end over) by (assumption || lia).
    rewrite paid_sum. apply sumZ_ext. intros q _. rewrite paid_times. f_equal.
    rewrite (paid_tail n i (Num 1) _ (run over (orders q)) size 0%nat whole);
      [cbn [run]; ring|]. intros j.
    pose proof (tail_ready j whole good_i q 0%nat size 0%nat) as there.
    unfold view, column in there. cbn [Nat.leb] in there. rewrite Nat.sub_0_r in there.
    rewrite <- there. unfold ended. cbn [power run]. fold over. ring.
  - change (run (segment n i) (run (chains (S size)) payoff)) with
      (run (Times (segment n i) (chains (S size))) payoff).
    rewrite (run_weighed (Times (segment n i) (chains (S size))) payoff
      (Plus (Num L) (Times (tail ranks 0) over))).
    2: { intros t d left small. unfold payoff. rewrite (proj1 (weighed t d left small)).
      rewrite (run_weighed (tail ranks 0) at_end over) by assumption.
      rewrite <- sumZ_scale, <- sumZ_plus. apply sumZ_ext. intros q _. cbn [run]. ring. }
    2: lia.
    rewrite paid_sum, <- sumZ_scale, <- sumZ_plus. apply sumZ_ext. intros q _.
    rewrite paid_times, paid_sum.
    transitivity (factorial q * (L * sumZ (fun m => nth 0 (free m size q) 0) (seq 0 (S size)) +
      sumZ (fun m => paid 0 (tails m size q)) (seq 0 (S size)))); [f_equal|ring].
    rewrite <- sumZ_scale, <- sumZ_plus.
    transitivity (run (power (segment ranks 0) 0) (run (chains (S size))
      (run (segment n i) (run (Plus (Num L) (Times (tail ranks 0) over)) (orders q))))
      size 0%nat whole).
    + cbn [power run]. rewrite Z.mul_1_l. apply (run_swap (segment n i) (chains (S size))).
    + rewrite chains_sum. apply sumZ_ext. intros m _.
      rewrite (paid_tail ranks 0 (Times (power (segment ranks 0) m) (segment n i)) _
        (run over (orders q)) size 0%nat whole).
      2: { intros j. pose proof (tail_down j whole good q m size 0%nat) as there.
        unfold view, column in there. cbn [Nat.leb] in there. rewrite Nat.sub_0_r in there.
        rewrite <- there. reflexivity. }
      pose proof (free_down whole good q m size 0%nat) as there.
      unfold view, column in there. cbn [Nat.leb] in there. rewrite Nat.sub_0_r in there.
      rewrite <- there.
      assert (equal : same (Times (power (segment ranks 0) m) (Times (segment n i)
          (Plus (Num L) (Times (tail ranks 0) over)))) (Plus (Times (Num L)
          (Times (power (segment ranks 0) m) (Times (segment n i) (Num 1))))
          (Times (Times (power (segment ranks 0) m) (segment n i)) (Times (tail ranks 0) over)))).
      { generalize (power (segment ranks 0) m) (segment n i) (tail ranks 0) over. intros. ring. }
      apply (equal (orders q)).
Qed.

Lemma all_solved_play all fewer :
  (forall m p, all m p = choose m p * falling suits p) ->
  (forall m p, fewer m p = choose m p * falling (pred suits) p) ->
  forall k n tables, (n + k = ranks)%nat -> both_ready n k (Num 1) tables ->
  all_solved all fewer k tables = true ->
  forall i, (i < k)%nat -> play size 0 i whole = v i * factorial size.
Proof.
  intros all_is fewer_is. induction k as [|k IH]; intros n tables sizes are_ready solved i below; [lia|].
  cbn [all_solved] in solved. cbv zeta in solved.
  destruct (solves all fewer k _) eqn:first; [|discriminate]. rename solved into others.
  assert (next_ready : both_ready (S n) k (Num 1) (rank_step all fewer (fun k => k) k tables)).
  { apply step_ready; try assumption; [lia|]. intros. apply blind_num. assumption. }
  destruct (Nat.eq_dec i k) as [equal|other].
  - subst i. apply (solves_play all fewer (S n) k _ ltac:(lia) all_is fewer_is next_ready first).
  - apply (IH (S n) _ ltac:(lia) next_ready others). lia.
Qed.

Theorem passes_solved_play : passes_solved = true -> forall i, (i < ranks)%nat ->
  play size 0 i whole = v i * factorial size.
Proof.
  unfold passes_solved. rewrite !andb_true_iff. intros [_ solved].
  apply (all_solved_play _ _ (ways_is _) (ways_is _) ranks 0 no_rank);
    [lia|apply no_rank_ready|assumption].
Qed.

End Orders.
