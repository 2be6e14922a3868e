
(* ---------------------------------------------------------------------------------------- *)
(* 6. Keys: states written as positive numbers, to be found in binary tries *)

(* A code puts a value before the rest of a number, so that both can be read back. *)
Definition readable {A} (code : A -> positive -> positive) : Prop :=
  forall a b p q, code a p = code b q -> a = b /\ p = q.

Fixpoint code_positive (n p : positive) : positive :=
  match n with
  | xH => xO p
  | xO m => xI (xO (code_positive m p))
  | xI m => xI (xI (code_positive m p))
  end.
Definition code_Z (z : Z) (p : positive) : positive :=
  match z with
  | Z0 => xO p
  | Zpos n => xI (xO (code_positive n p))
  | Zneg n => xI (xI (code_positive n p))
  end.
Fixpoint code_list {A} (code : A -> positive -> positive) (l : list A) (p : positive) :=
  match l with [] => xO p | x :: rest => xI (code x (code_list code rest p)) end.
Definition code_option {A} (code : A -> positive -> positive) (o : option A) (p : positive) :=
  match o with None => xO p | Some x => xI (code x p) end.
Definition code_pair {A B} (one : A -> positive -> positive) (two : B -> positive -> positive)
    (pair : A * B) (p : positive) : positive := one (fst pair) (two (snd pair) p).
Definition code_bool (b : bool) (p : positive) : positive := if b then xI p else xO p.

Lemma positive_readable : readable code_positive.
Proof.
  intros a. induction a as [a IH|a IH|]; intros [b|b|] p q same; simpl in same; try discriminate;
    injection same as same; try (destruct (IH b p q same); subst); auto.
Qed.

Lemma Z_readable : readable code_Z.
Proof.
  intros [|a|a] [|b|b] p q same; simpl in same; try discriminate; injection same as same;
    try (destruct (positive_readable a b p q same); subst); auto.
Qed.

Lemma list_readable {A} (code : A -> positive -> positive) :
  readable code -> readable (code_list code).
Proof.
  intros reads a. induction a as [|x a IH]; intros [|y b] p q same; simpl in same;
    try discriminate; injection same as same; [auto|].
  destruct (reads _ _ _ _ same) as [? rest]. destruct (IH _ _ _ rest). subst. auto.
Qed.

Lemma option_readable {A} (code : A -> positive -> positive) :
  readable code -> readable (code_option code).
Proof.
  intros reads [x|] [y|] p q same; simpl in same; try discriminate; injection same as same; [|auto].
  destruct (reads _ _ _ _ same). subst. auto.
Qed.

Lemma pair_readable {A B} (one : A -> positive -> positive) (two : B -> positive -> positive) :
  readable one -> readable two -> readable (code_pair one two).
Proof.
  intros reads_one reads_two [a b] [c d] p q same. unfold code_pair in same. simpl in same.
  destruct (reads_one _ _ _ _ same) as [? rest]. destruct (reads_two _ _ _ _ rest). subst. auto.
Qed.

Lemma bool_readable : readable code_bool.
Proof. intros [] [] p q same; simpl in same; try discriminate; injection same; auto. Qed.

(* ---------------------------------------------------------------------------------------- *)
(* 7. Certificates *)

(* What a certificate says of a state: its value in units of 1 / L, its rank, the best choice. *)
Record entry := Entry { value : Z; rank : Z; best : nat }.

Section Certificate.
Context {S : Type}.
Variable choices : S -> list (list (case S)).
Variable maximises : S -> bool.
Variable code : S -> positive -> positive.
Hypothesis code_readable : readable code.
Variable table : list (S * entry).
Variables (L highest most : Z).

Definition key (s : S) : positive := code s xH.
Definition index : PositiveMap.t entry :=
  fold_right (fun e m => PositiveMap.add (key (fst e)) (snd e) m) (PositiveMap.empty entry) table.

Section Checks.
Variable m : PositiveMap.t entry.

Definition known (s : S) : bool :=
  match PositiveMap.find (key s) m with Some _ => true | None => false end.
Definition value_in (s : S) : Z :=
  match PositiveMap.find (key s) m with Some e => value e | None => 0%Z end.
Definition rank_in (s : S) : Z :=
  match PositiveMap.find (key s) m with Some e => rank e | None => 0%Z end.
Definition best_in (s : S) : nat :=
  match PositiveMap.find (key s) m with
  | Some e => if Nat.ltb (best e) (length (choices s)) then best e else 0%nat
  | None => 0%nat
  end.

(* A gain in units of 1 / L, and whether it is an integer in these units. *)
Definition share (d : positive) : Z := match d with xH => L | _ => L / Zpos d end.
Definition in_units (gain : Q) : Z := (Qnum gain * share (Qden gain))%Z.
Definition is_whole (gain : Q) : bool := (Zpos (Qden gain) * share (Qden gain) =? L)%Z.

(* The cases have weights of 0 at least, not all 0, gains that are whole in units of 1 / L, and
   lead to states of the table. *)
Definition cases_sound (cases : list (case S)) : bool :=
  (0 <? total cases)%Z && forallb (fun c => (0 <=? weight c)%Z && is_whole (gain c) &&
    (negb (0 <? weight c)%Z || match next c with Some t => known t | None => true end)) cases.

(* What a choice loses: the weights times (value - gain - next value), all in units of 1 / L. *)
Definition loss (s : S) (cases : list (case S)) : Z :=
  (total cases * value_in s - fold_right (fun c sum => weight c *
    (in_units (gain c) + match next c with Some t => value_in t | None => 0 end) + sum) 0 cases)%Z.

Definition row_holds (s : S) : bool :=
  let here := choices s in
  negb (Nat.eqb (length here) 0) && forallb cases_sound here &&
  (0 <=? rank_in s)%Z && (rank_in s <=? highest)%Z &&
  forallb (fun cases => if maximises s then (0 <=? loss s cases)%Z else (loss s cases <=? 0)%Z)
    here &&
  (loss s (nth (best_in s) here []) =? 0)%Z.

(* The choice can end play or lower the rank. *)
Definition lowers (s : S) (cases : list (case S)) : bool :=
  (total cases <=? most)%Z && existsb (fun c => (0 <? weight c)%Z &&
    match next c with Some t => (rank_in t <? rank_in s)%Z | None => true end) cases.
Definition all_lower (free_high free_low : bool) (s : S) : bool :=
  let here := choices s in
  if (if maximises s then free_high else free_low) then forallb (lowers s) here
  else lowers s (nth (best_in s) here []).

Definition every (holds : S -> bool) : bool := forallb (fun e => holds (fst e)) table.

(* Every row holds; and values of 0 at least need no ranks where `high` is free to choose,
   values of 0 at most none where `low` is. *)
Definition certified_by : bool :=
  (0 <? L)%Z && (1 <=? most)%Z && every row_holds &&
  (every (fun s => 0 <=? value_in s)%Z || every (all_lower true false)) &&
  (every (fun s => value_in s <=? 0)%Z || every (all_lower false true)).

(* No choice matters: each has the same worth, and play ends whatever is chosen. *)
Definition fixed_by : bool :=
  (0 <? L)%Z && (1 <=? most)%Z && every row_holds && every (all_lower true true) &&
  every (fun s => forallb (fun cases => loss s cases =? 0)%Z (choices s)).

Definition value_is (s : S) (v : Q) : bool :=
  known s && (value_in s * Zpos (Qden v) =? Qnum v * L)%Z.

End Checks.

Definition certified (s : S) (v : Q) : bool :=
  let m := index in certified_by m && value_is m s v.
Definition fixed (s : S) (v : Q) : bool :=
  let m := index in fixed_by m && value_is m s v.

(* The strategy of the certificate: the best choices of the table. *)
Definition best_choice : S -> nat := best_in index.
Definition best_play : strategy S := pure best_choice.

(* The proofs. *)

Definition inside (s : S) : Prop := exists e, In (s, e) table.
Definition val (s : S) : Q := inject_Z (value_in index s) / inject_Z L.

Lemma same_key s t : key s = key t -> s = t.
Proof. intros same. apply (code_readable s t xH xH same). Qed.

Lemma found_inside s e : PositiveMap.find (key s) index = Some e -> inside s.
Proof.
  unfold index, inside. induction table as [|[t f] rest IH]; simpl.
  - rewrite PositiveMap.gempty. discriminate.
  - destruct (Pos.eq_dec (key s) (key t)) as [same|other].
    + intros _. apply same_key in same. subst. exists f. left. reflexivity.
    + rewrite PositiveMap.gso by assumption. intros found. destruct (IH found) as [g one].
      exists g. right. assumption.
Qed.

Lemma known_inside s : known index s = true -> inside s.
Proof.
  unfold known. destruct (PositiveMap.find (key s) index) eqn:found; [|discriminate].
  intros _. eapply found_inside. eassumption.
Qed.

Lemma every_inside holds : every holds = true -> forall s, inside s -> holds s = true.
Proof. intros all s [e one]. exact (proj1 (forallb_forall _ _) all _ one). Qed.

Lemma in_numbers s a : In a (numbers choices s) -> (a < length (choices s))%nat.
Proof. intros number. apply in_seq in number. lia. Qed.

Lemma cases_in s a : In a (numbers choices s) -> In (cases_of choices s a) (choices s).
Proof. intros number. apply nth_In, in_numbers, number. Qed.

Section Rows.
Hypothesis positive_L : (0 < L)%Z.
Hypothesis rows : every (row_holds index) = true.

Lemma row s : inside s ->
  choices s <> [] /\
  (forall a, In a (numbers choices s) -> cases_sound index (cases_of choices s a) = true) /\
  (0 <= rank_in index s <= highest)%Z /\
  (forall a, In a (numbers choices s) -> if maximises s
    then (0 <= loss index s (cases_of choices s a))%Z
    else (loss index s (cases_of choices s a) <= 0)%Z) /\
  loss index s (cases_of choices s (best_choice s)) = 0%Z.
Proof.
  intros listed. pose proof (every_inside _ rows s listed) as holds.
  unfold row_holds in holds. rewrite !andb_true_iff in holds.
  destruct holds as [[[[[some sound] low] high] sides] exact].
  split; [intros none; rewrite none in some; discriminate|].
  split; [intros a number; apply (proj1 (forallb_forall _ _) sound), cases_in, number|].
  split; [lia|].
  split; [|apply Z.eqb_eq in exact; exact exact].
  intros a number. pose proof (proj1 (forallb_forall _ _) sides _ (cases_in s a number)) as side.
  simpl in side. destruct (maximises s); lia.
Qed.

Lemma table_sound : sound choices inside.
Proof.
  intros s listed. destruct (row s listed) as [some [each _]]. split; [assumption|].
  intros a number. specialize (each a number). unfold cases_sound in each.
  rewrite andb_true_iff in each. destruct each as [positive all]. split; [lia|].
  intros c one. pose proof (proj1 (forallb_forall _ _) all c one) as holds. simpl in holds.
  rewrite !andb_true_iff in holds. destruct holds as [[sign _] after]. split; [lia|].
  intros above t there. rewrite there in after.
  assert (real : (0 <? weight c)%Z = true) by lia. rewrite real in after. simpl in after.
  apply known_inside. assumption.
Qed.

Lemma units_are g : is_whole g = true -> inject_Z (in_units g) == g * inject_Z L.
Proof.
  destruct g as [n d]. unfold is_whole, in_units. cbn [Qnum Qden]. intros holds.
  apply Z.eqb_eq in holds. unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden].
  rewrite Pos.mul_1_r, <- holds at 1. ring.
Qed.

Lemma all_whole s a : inside s -> In a (numbers choices s) ->
  forall c, In c (cases_of choices s a) -> is_whole (gain c) = true.
Proof.
  intros listed number c one. destruct (row s listed) as [_ [each _]]. specialize (each a number).
  unfold cases_sound in each. rewrite andb_true_iff in each. destruct each as [_ all].
  pose proof (proj1 (forallb_forall _ _) all c one) as holds. simpl in holds.
  rewrite !andb_true_iff in holds. tauto.
Qed.

(* The loss of a choice is the number L * total times (value - what the step is worth). *)
Lemma loss_is s a : inside s -> In a (numbers choices s) ->
  inject_Z (loss index s (cases_of choices s a)) ==
  inject_Z L * inject_Z (total (cases_of choices s a)) *
    (val s - step_worth val (cases_of choices s a)).
Proof.
  intros listed number. destruct (table_sound s listed) as [_ each].
  destruct (each a number) as [positive _]. pose proof (all_whole s a listed number) as wholes.
  set (cases := cases_of choices s a) in *. unfold step_worth.
  set (T := total cases) in *.
  assert (real_L : ~ inject_Z L == 0) by (unfold Qeq; simpl; lia).
  assert (real_T : ~ inject_Z T == 0) by (unfold Qeq; simpl; lia).
  assert (sums : inject_Z L * inject_Z T *
      sum (fun c => chance cases c * (gain c + at_state val (next c))) cases ==
    inject_Z (fold_right (fun c sum => weight c *
      (in_units (gain c) + match next c with Some t => value_in index t | None => 0 end) + sum)%Z 0%Z
      cases)).
  { unfold chance. fold T. rewrite <- sum_scale. clearbody T. clear -real_L real_T wholes.
    induction cases as [|c cases IH]; [reflexivity|].
    cbn [sum fold_right]. rewrite IH by (intros; apply wholes; right; assumption).
    rewrite inject_Z_plus, !inject_Z_mult, inject_Z_plus, units_are by (apply wholes; left; reflexivity).
    unfold at_state, val. destruct (next c) as [t|]; field; repeat split; assumption. }
  unfold loss. fold T. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp, <- sums.
  rewrite inject_Z_mult. set (mean := sum _ _). clearbody mean. unfold val. field. assumption.
Qed.

Lemma best_number s : inside s -> In (best_choice s) (numbers choices s).
Proof.
  intros listed. destruct (row s listed) as [some _]. apply in_seq. unfold best_choice, best_in.
  assert (0 < length (choices s))%nat by (destruct (choices s); [congruence|simpl; lia]).
  destruct (PositiveMap.find (key s) index) as [e|]; [|lia].
  destruct (Nat.ltb_spec (best e) (length (choices s))); lia.
Qed.

(* Bellman's inequality, where the one player takes the best choices and the other is free. *)
Lemma certified_bellman (sign : Q) (allowed : S -> nat -> Prop) :
  (forall s a, inside s -> In a (numbers choices s) -> allowed s a ->
    0 <= sign * inject_Z (loss index s (cases_of choices s a))) ->
  bellman choices inside allowed sign val.
Proof.
  intros losses s a listed number may. specialize (losses s a listed number may).
  rewrite loss_is in losses by assumption.
  destruct (table_sound s listed) as [_ each]. destruct (each a number) as [positive _].
  set (T := inject_Z (total (cases_of choices s a))) in *.
  assert (0 < T) by (unfold T, Qlt; simpl; lia).
  assert (0 < inject_Z L) by (unfold Qlt; simpl; lia).
  set (x := val s - step_worth val (cases_of choices s a)) in *.
  assert (0 <= sign * x); [|unfold x in *; lra].
  apply Qmult_le_l with (inject_Z L * T); [nra|]. lra.
Qed.

Lemma lowers_falls (free_high free_low : bool) (allowed : S -> nat -> Prop) :
  (forall s a, allowed s a -> (if maximises s then free_high else free_low) = true \/
    a = best_choice s) ->
  every (all_lower index free_high free_low) = true ->
  falls choices inside allowed (rank_in index) most.
Proof.
  intros may all s a listed number can. pose proof (every_inside _ all s listed) as here.
  unfold all_lower in here.
  assert (lower : lowers index s (cases_of choices s a) = true).
  { destruct (if maximises s then free_high else free_low) eqn:free.
    - apply (proj1 (forallb_forall _ _) here), cases_in, number.
    - destruct (may s a can) as [yes|same]; [congruence|]. subst a. exact here. }
  unfold lowers in lower. rewrite andb_true_iff in lower. destruct lower as [small some].
  split; [lia|]. apply existsb_exists in some. destruct some as [c [one real]].
  rewrite andb_true_iff in real. destruct real as [above after]. exists c.
  repeat split; [assumption|lia|]. destruct (next c); [lia|exact I].
Qed.

(* A finite table has a largest value. *)
Lemma bounded_table (f : S -> Q) : exists most, forall s, inside s -> f s <= most.
Proof.
  unfold inside. induction table as [|[t e] rest [bound IH]].
  - exists 0. intros s [e []].
  - exists (Qmax (f t) bound). intros s [g [same|one]].
    + injection same as ? ?. subst. apply Q.le_max_l.
    + apply Qle_trans with bound; [apply IH; exists g; assumption|apply Q.le_max_r].
Qed.

Lemma certified_bound (sign : Q) (free_high free_low : bool) (plan : strategy S)
    (allowed : S -> nat -> Prop) :
  (1 <= most)%Z -> fair choices plan ->
  (forall h s a, inside s -> 0 < plan h s a -> allowed s a) ->
  (forall s a, inside s -> In a (numbers choices s) -> allowed s a ->
    0 <= sign * inject_Z (loss index s (cases_of choices s a))) ->
  (forall s a, allowed s a -> (if maximises s then free_high else free_low) = true \/
    a = best_choice s) ->
  (forall s, inside s -> 0 <= sign * val s) \/
  every (all_lower index free_high free_low) = true ->
  forall s, inside s -> forall e, 0 < e -> exists N, forall n, (N <= n)%nat ->
    sign * reward choices plan n [] s <= sign * val s + e.
Proof.
  intros real is_fair obeys losses may way.
  destruct (bounded_table (fun s => - (sign * val s))) as [bottom below].
  apply (bound choices plan inside allowed is_fair obeys table_sound sign val bottom
    (time (rank_in index) highest most)).
  - apply certified_bellman. assumption.
  - destruct way as [positive|lower]; [left; assumption|right]. split.
    + apply falls_ends; try assumption; [apply table_sound|intros s listed; apply row, listed|].
      apply lowers_falls with free_high free_low; assumption.
    + intros s listed. split; [|apply below; assumption].
      apply time_sign with inside; try assumption. intros t there. apply row, there.
Qed.

End Rows.

Lemma value_found s v : (0 < L)%Z -> value_is index s v = true -> inside s /\ val s == v.
Proof.
  intros positive is_value. unfold value_is in is_value. rewrite andb_true_iff in is_value.
  destruct is_value as [listed same]. split; [apply known_inside; assumption|].
  unfold val, Qdiv, Qeq, Qmult, Qinv. simpl. destruct L as [|l|l]; simpl in *; try lia.
Qed.

Lemma pure_fair choice : (forall s, choices s <> [] -> (choice s < length (choices s))%nat) ->
  fair choices (pure choice).
Proof.
  intros real h s some. specialize (real s some). split.
  - intros a. unfold pure. destruct (Nat.eqb a (choice s)); lra.
  - unfold numbers. generalize dependent (length (choices s)). intros n below.
    assert (sums : forall k start, sum (pure choice h s) (seq start k) ==
      if (start <=? choice s)%nat && (choice s <? start + k)%nat then 1 else 0).
    { induction k as [|k IH]; intros start; simpl.
      - destruct (Nat.leb_spec start (choice s)); destruct (Nat.ltb_spec (choice s) (start + 0));
          simpl; try reflexivity; lia.
      - rewrite IH. unfold pure at 1.
        destruct (Nat.eqb_spec start (choice s));
          destruct (Nat.leb_spec start (choice s)); destruct (Nat.leb_spec (Datatypes.S start) (choice s));
          destruct (Nat.ltb_spec (choice s) (Datatypes.S start + k));
          destruct (Nat.ltb_spec (choice s) (start + Datatypes.S k)); simpl; try lra; lia. }
    rewrite sums. destruct (Nat.leb_spec 0 (choice s)); destruct (Nat.ltb_spec (choice s) (0 + n));
      simpl; try reflexivity; lia.
Qed.

Lemma best_play_fair : fair choices best_play.
Proof.
  apply pure_fair. intros s some. unfold best_choice, best_in.
  assert (0 < length (choices s))%nat by (destruct (choices s); [congruence|simpl; lia]).
  destruct (PositiveMap.find (key s) index) as [e|]; [|lia].
  destruct (Nat.ltb_spec (best e) (length (choices s))); lia.
Qed.

Lemma together_fair high low : fair choices high -> fair choices low ->
  fair choices (together maximises high low).
Proof. intros one two h s some. unfold together. destruct (maximises s); auto. Qed.

Lemma best_play_takes h s a : 0 < best_play h s a -> a = best_choice s.
Proof. unfold best_play, pure. destruct (Nat.eqb_spec a (best_choice s)); [auto|lra]. Qed.

Lemma plus_sign z : (0 <= z)%Z -> 0 <= 1 * inject_Z z.
Proof. intros sign. rewrite Zle_Qle in sign. change (inject_Z 0) with 0 in sign. lra. Qed.
Lemma minus_sign z : (z <= 0)%Z -> 0 <= (-1) * inject_Z z.
Proof. intros sign. rewrite Zle_Qle in sign. change (inject_Z 0) with 0 in sign. lra. Qed.

Theorem certified_optimal s v : certified s v = true ->
  optimal choices maximises s v best_play best_play.
Proof.
  unfold certified. cbv zeta. rewrite andb_true_iff. intros [all is_value].
  unfold certified_by in all. rewrite !andb_true_iff, !orb_true_iff in all.
  destruct all as [[[[positive_L real] rows] high_way] low_way].
  apply Z.ltb_lt in positive_L. apply Z.leb_le in real.
  destruct (value_found s v positive_L is_value) as [listed is_v].
  assert (positive : 0 < / inject_Z L)
    by (apply Qinv_lt_0_compat; unfold Qlt; simpl; lia).
  assert (upper : forall other, fair choices other ->
    at_most (fun n => reward choices (together maximises other best_play) n [] s) v).
  { intros other is_fair e small.
    destruct (certified_bound positive_L rows 1 true false (together maximises other best_play)
      (fun s a => maximises s = true \/ a = best_choice s)) with (s := s) (e := e)
      as [N enough]; try assumption.
    - apply together_fair; [assumption|apply best_play_fair].
    - intros h t a _ taken. unfold together in taken.
      destruct (maximises t); [left; reflexivity|right]. eapply best_play_takes; eassumption.
    - intros t a there number may. destruct (row rows t there) as [_ [_ [_ [sides best]]]].
      specialize (sides a number). destruct may as [mine|same].
      + rewrite mine in sides. apply plus_sign. exact sides.
      + subst a. rewrite best. apply plus_sign. lia.
    - intros t a [mine|same]; [left; rewrite mine; reflexivity|right; assumption].
    - destruct high_way as [positives|lower]; [left|right; assumption].
      intros t there. pose proof (every_inside _ positives t there) as sign. simpl in sign.
      unfold val, Qdiv. pose proof (plus_sign _ (proj1 (Z.leb_le _ _) sign)). nra.
    - exists N. intros n late. specialize (enough n late). rewrite is_v in enough. cbv beta. lra. }
  assert (lower : forall other, fair choices other ->
    at_least (fun n => reward choices (together maximises best_play other) n [] s) v).
  { intros other is_fair e small.
    destruct (certified_bound positive_L rows (-1) false true
      (together maximises best_play other)
      (fun s a => maximises s = false \/ a = best_choice s)) with (s := s) (e := e)
      as [N enough]; try assumption.
    - apply together_fair; [apply best_play_fair|assumption].
    - intros h t a _ taken. unfold together in taken.
      destruct (maximises t); [right|left; reflexivity]. eapply best_play_takes; eassumption.
    - intros t a there number may. destruct (row rows t there) as [_ [_ [_ [sides best]]]].
      specialize (sides a number). destruct may as [mine|same].
      + rewrite mine in sides. apply minus_sign. exact sides.
      + subst a. rewrite best. apply minus_sign. lia.
    - intros t a [mine|same]; [left; rewrite mine; reflexivity|right; assumption].
    - destruct low_way as [negatives|low]; [left|right; assumption].
      intros t there. pose proof (every_inside _ negatives t there) as sign. simpl in sign.
      unfold val, Qdiv. pose proof (minus_sign _ (proj1 (Z.leb_le _ _) sign)). nra.
    - exists N. intros n late. specialize (enough n late). rewrite is_v in enough. cbv beta. lra. }
  pose proof best_play_fair as is_fair. unfold optimal, tends_to. auto 7.
Qed.

Theorem fixed_value s v : fixed s v = true -> expected_value choices s v.
Proof.
  unfold fixed. cbv zeta. rewrite andb_true_iff. intros [all is_value].
  unfold fixed_by in all. rewrite !andb_true_iff in all.
  destruct all as [[[[positive_L real] rows] lower] equal].
  apply Z.ltb_lt in positive_L. apply Z.leb_le in real.
  destruct (value_found s v positive_L is_value) as [listed is_v].
  assert (zero : forall t a, inside t -> In a (numbers choices t) ->
    loss index t (cases_of choices t a) = 0%Z).
  { intros t a there number. pose proof (every_inside _ equal t there) as all_zero. simpl in all_zero.
    pose proof (proj1 (forallb_forall _ _) all_zero _ (cases_in t a number)) as one. simpl in one.
    lia. }
  intros plan is_fair.
  assert (both : forall sign e, 0 < e -> exists N, forall n, (N <= n)%nat ->
    sign * reward choices plan n [] s <= sign * v + e).
  { intros sign e small.
    destruct (certified_bound positive_L rows sign true true plan (fun _ _ => True))
      with (s := s) (e := e) as [N enough]; try assumption; try (intros; exact I).
    - intros t a there number _. rewrite zero by assumption. change (inject_Z 0) with 0. lra.
    - intros t a _. left. destruct (maximises t); reflexivity.
    - right. assumption.
    - exists N. intros n late. specialize (enough n late). rewrite is_v in enough. assumption. }
  split; intros e small.
  - destruct (both 1 e small) as [N enough]. exists N. intros n late. specialize (enough n late). cbv beta. lra.
  - destruct (both (-1) e small) as [N enough]. exists N. intros n late.
    specialize (enough n late). cbv beta. lra.
Qed.

End Certificate.
