(* ---------------------------------------------------------------------------------------- *)
(* 4. Bellman's inequality bounds what a strategy gains *)

Section Bellman.
Context {S : Type}.
Variable choices : S -> list (list (case S)).
Local Notation numbers := (numbers choices).
Local Notation cases_of := (cases_of choices).
Local Notation plays := (plays choices).
Local Notation mix := (mix choices).

Section Bound.
Variable plan : strategy S.
Variable inside : S -> Prop.       (* the states that are listed *)
Variable allowed : S -> nat -> Prop.  (* the choices that `plan` may take *)

Definition sound : Prop := forall s, inside s -> choices s <> [] /\
  forall a, In a (numbers s) ->
    (0 < total (cases_of s a))%Z /\
    forall c, In c (cases_of s a) -> (0 <= weight c)%Z /\
      ((0 < weight c)%Z -> forall t, next c = Some t -> inside t).

Hypothesis is_fair : fair choices plan.
Hypothesis obeys : forall h s a, inside s -> 0 < plan h s a -> allowed s a.
Hypothesis is_sound : sound.

Lemma chances_sum (cases : list (case S)) : (0 < total cases)%Z -> sum (chance cases) cases == 1.
Proof.
  intros positive.
  assert (whole : sum (fun c => inject_Z (weight c)) cases == inject_Z (total cases)).
  { clear positive. induction cases as [|c cases IH]; simpl; [reflexivity|].
    rewrite IH, inject_Z_plus. reflexivity. }
  rewrite (sum_ext _ (fun c => / inject_Z (total cases) * inject_Z (weight c)))
    by (intros; unfold chance, Qdiv; ring).
  rewrite sum_scale, whole, Qmult_comm. apply Qmult_inv_r. unfold Qeq. simpl. lia.
Qed.

Lemma chance_sign (cases : list (case S)) c : (0 < total cases)%Z -> (0 <= weight c)%Z ->
  0 <= chance cases c /\ (0 < chance cases c -> (0 < weight c)%Z).
Proof.
  intros all_weights weight_sign. unfold chance, Qdiv.
  assert (positive : 0 < inject_Z (total cases)) by (unfold Qlt; simpl; lia).
  apply Qinv_lt_0_compat in positive. split.
  - assert (0 <= inject_Z (weight c)) by (unfold Qle; simpl; lia). nra.
  - intros above. destruct (Z.eq_dec (weight c) 0) as [zero|]; [|lia].
    rewrite zero in above. change (inject_Z 0) with 0 in above. lra.
Qed.

(* One step: a bound of the mean of every choice that may be taken bounds their mixture. *)
Lemma mix_le h s f bound : inside s ->
  (forall a, In a (numbers s) -> allowed s a ->
    sum (fun c => chance (cases_of s a) c * f a c) (cases_of s a) <= bound) ->
  mix plan h s f <= bound.
Proof.
  intros listed each. destruct (is_sound s listed) as [some _].
  destruct (is_fair h s some) as [positive whole].
  assert (bounded : mix plan h s f <= sum (fun a => bound * plan h s a) (numbers s)).
  { apply sum_le. intros a number. specialize (positive a).
    destruct (Qlt_le_dec 0 (plan h s a)) as [above|below].
    - specialize (each a number (obeys h s a listed above)). nra.
    - assert (zero : plan h s a == 0) by lra. rewrite zero. lra. }
  rewrite sum_scale, whole in bounded. lra.
Qed.

(* The same case by case, over the cases that can come. *)
Lemma mix_mono h s f g : inside s ->
  (forall a c, In a (numbers s) -> In c (cases_of s a) -> (0 < weight c)%Z -> f a c <= g a c) ->
  mix plan h s f <= mix plan h s g.
Proof.
  intros listed each. destruct (is_sound s listed) as [some choices_sound].
  apply sum_le. intros a number. destruct (choices_sound a number) as [positive cases_sound].
  assert (sum (fun c => chance (cases_of s a) c * f a c) (cases_of s a) <=
          sum (fun c => chance (cases_of s a) c * g a c) (cases_of s a)).
  { apply sum_le. intros c one. destruct (cases_sound c one) as [sign _].
    destruct (chance_sign _ c positive sign) as [low real].
    destruct (Qlt_le_dec 0 (chance (cases_of s a) c)) as [above|below].
    - specialize (each a c number one (real above)). nra.
    - assert (zero : chance (cases_of s a) c == 0) by lra. rewrite zero. lra. }
  destruct (is_fair h s some) as [low _]. specialize (low a). nra.
Qed.

Lemma mix_same h s f g : inside s ->
  (forall a c, In a (numbers s) -> In c (cases_of s a) -> (0 < weight c)%Z -> f a c == g a c) ->
  mix plan h s f == mix plan h s g.
Proof.
  intros listed each. apply Qle_antisym; apply mix_mono; try assumption;
    intros a c number one positive; rewrite (each a c number one positive); lra.
Qed.

Lemma next_listed s a c t : inside s -> In a (numbers s) -> In c (cases_of s a) ->
  (0 < weight c)%Z -> next c = Some t -> inside t.
Proof.
  intros listed number one. destruct (is_sound s listed) as [_ choices_sound].
  intros positive there.
  apply (proj2 (proj2 (choices_sound a number) c one) positive t there).
Qed.

Lemma mix_scale h s x f : mix plan h s (fun a c => x * f a c) == x * mix plan h s f.
Proof.
  unfold mix. rewrite <- sum_scale. apply sum_ext. intros a _.
  rewrite (sum_ext _ (fun c => x * (chance (cases_of s a) c * f a c))) by (intros; ring).
  rewrite sum_scale. ring.
Qed.

Lemma mean_of_same (cases : list (case S)) x : (0 < total cases)%Z -> sum (fun c => chance cases c * x) cases == x.
Proof.
  intros positive. rewrite (sum_ext _ (fun c => x * chance cases c)) by (intros; ring).
  rewrite sum_scale, chances_sum by assumption. ring.
Qed.

Lemma mix_one h s : inside s -> mix plan h s (fun _ _ => 1) == 1.
Proof.
  intros listed. destruct (is_sound s listed) as [some choices_sound].
  destruct (is_fair h s some) as [_ whole]. unfold mix. rewrite <- whole.
  apply sum_ext. intros a number. destruct (choices_sound a number) as [positive _].
  rewrite mean_of_same by assumption. ring.
Qed.

Lemma all_plays n : forall h s, inside s -> expect (fun _ => 1) (plays plan n h s) == 1.
Proof.
  induction n as [|n IH]; intros h s listed; [reflexivity|].
  rewrite expect_plays, <- (mix_one h s listed). apply mix_same; [assumption|].
  intros a c number one positive. destruct (next c) as [t|] eqn:there; [|reflexivity].
  apply IH. eapply next_listed; eassumption.
Qed.

(* A function of the states is 0 after the end. *)
Definition at_state (f : S -> Q) (next : option S) : Q :=
  match next with Some t => f t | None => 0 end.

(* What a play has gained by then, and what the state reached is worth. *)
Definition worth (v : S -> Q) (n : nat) (h : history S) (s : S) : Q :=
  expect (fun e => fst e + at_state v (snd e)) (plays plan n h s).

Lemma worth_step v n h s : inside s ->
  worth v (Datatypes.S n) h s ==
  mix plan h s (fun a c => gain c +
    match next c with None => 0 | Some t => worth v n ((s, a, c) :: h) t end).
Proof.
  intros listed. unfold worth at 1. rewrite expect_plays. apply mix_same; [assumption|].
  intros a c number one positive. destruct (next c) as [t|] eqn:there; [|reflexivity].
  assert (inside t) as after by (eapply next_listed; eassumption).
  transitivity (gain c * expect (fun _ => 1) (plays plan n ((s, a, c) :: h) t) +
    worth v n ((s, a, c) :: h) t); [|rewrite all_plays by assumption; ring].
  unfold worth, expect. rewrite <- sum_scale, <- sum_plus.
  apply sum_ext. intros e _. cbn [fst snd]. ring.
Qed.

(* Bellman's inequality: on the mean, no allowed choice raises what has been gained and what the
   next state is worth.  With sign = -1: no allowed choice lowers it. *)
Definition step_worth (v : S -> Q) (cases : list (case S)) : Q :=
  sum (fun c => chance cases c * (gain c + at_state v (next c))) cases.

Definition bellman (sign : Q) (v : S -> Q) : Prop := forall s a, inside s -> In a (numbers s) ->
  allowed s a -> sign * step_worth v (cases_of s a) <= sign * v s.

Lemma worth_bounded sign v : bellman sign v ->
  forall n h s, inside s -> sign * worth v n h s <= sign * v s.
Proof.
  intros inequality. induction n as [|n IH]; intros h s listed.
  - unfold worth, expect. simpl. lra.
  - rewrite worth_step, <- mix_scale by assumption. apply mix_le; [assumption|].
    intros a number may. apply Qle_trans with (2 := inequality s a listed number may).
    destruct (is_sound s listed) as [_ choices_sound].
    destruct (choices_sound a number) as [positive cases_sound].
    unfold step_worth. rewrite <- sum_scale. apply sum_le. intros c one.
    destruct (cases_sound c one) as [weight_sign after].
    destruct (chance_sign _ c positive weight_sign) as [low real].
    unfold at_state. destruct (next c) as [t|]; [|lra].
    destruct (Qlt_le_dec 0 (chance (cases_of s a) c)) as [above|below].
    + assert (sign * worth v n ((s, a, c) :: h) t <= sign * v t)
        by (apply IH; apply after; [apply real; assumption | reflexivity]). nra.
    + assert (zero : chance (cases_of s a) c == 0) by lra. rewrite zero. lra.
Qed.

(* The expectation of a function of the state after n steps, 0 if play has ended. *)
Definition carried (f : S -> Q) (n : nat) (h : history S) (s : S) : Q :=
  expect (fun e => at_state f (snd e)) (plays plan n h s).

Lemma carried_step f n h s :
  carried f (Datatypes.S n) h s == mix plan h s (fun a c =>
    match next c with None => 0 | Some t => carried f n ((s, a, c) :: h) t end).
Proof. unfold carried at 1. rewrite expect_plays. reflexivity. Qed.

Lemma worth_split v n h s : worth v n h s == reward choices plan n h s + carried v n h s.
Proof.
  unfold worth, reward, carried, expect. rewrite <- sum_plus. apply sum_ext. intros; ring.
Qed.

Lemma carried_scale x f n h s : carried (fun t => x * f t) n h s == x * carried f n h s.
Proof.
  unfold carried, expect. rewrite <- sum_scale. apply sum_ext.
  intros [p [g [t|]]] _; unfold at_state; simpl; ring.
Qed.

Lemma carried_mono f g : (forall s, inside s -> f s <= g s) ->
  forall n h s, inside s -> carried f n h s <= carried g n h s.
Proof.
  intros below. induction n as [|n IH]; intros h s listed.
  - unfold carried, expect. simpl. specialize (below s listed). lra.
  - rewrite !carried_step. apply mix_mono; [assumption|].
    intros a c number one positive. destruct (next c) as [t|] eqn:there; [|lra].
    apply IH. eapply next_listed; eassumption.
Qed.

(* The chance that play has not ended after n steps. *)
Definition alive := carried (fun _ => 1).

Lemma alive_at_most_one n : forall h s, inside s -> alive n h s <= 1.
Proof.
  unfold alive. induction n as [|n IH]; intros h s listed.
  - unfold carried, expect. simpl. lra.
  - rewrite carried_step, <- (mix_one h s listed). apply mix_mono; [assumption|].
    intros a c number one positive. destruct (next c) as [t|] eqn:there; [|lra].
    apply IH. eapply next_listed; eassumption.
Qed.

(* A bound u of the expected number of steps that are left: play ends. *)
Definition ends_within (u : S -> Q) : Prop := forall s a, inside s -> In a (numbers s) ->
  allowed s a ->
  sum (fun c => chance (cases_of s a) c * (1 + at_state u (next c))) (cases_of s a) <= u s.

Definition count (n : nat) : Q := inject_Z (Z.of_nat n).

Lemma alive_bounded u : ends_within u -> (forall s, inside s -> 0 <= u s) ->
  forall n h s, inside s -> count n * alive n h s <= u s.
Proof.
  intros lasts positive_u. unfold alive. induction n as [|n IH]; intros h s listed.
  - change (count 0) with 0. specialize (positive_u s listed). lra.
  - rewrite carried_step, <- mix_scale.
    apply Qle_trans with (mix plan h s (fun a c => 1 + at_state u (next c))).
    + apply mix_mono; [assumption|]. intros a c number one positive.
      destruct (next c) as [t|] eqn:there; simpl; [|lra].
      assert (inside t) as after by (eapply next_listed; eassumption).
      specialize (IH ((s, a, c) :: h) t after).
      assert (alive n ((s, a, c) :: h) t <= 1) by (apply alive_at_most_one; assumption).
      unfold alive, count in *. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus.
      change (inject_Z 1) with 1. lra.
    + apply mix_le; [assumption|]. intros a number may. apply lasts; assumption.
Qed.

Lemma archimedes (x e : Q) : 0 < e -> exists N, forall n, (N <= n)%nat -> x <= count n * e.
Proof.
  intros positive. exists (Z.to_nat (Z.abs (Qnum (x / e)))). intros n enough.
  assert (x / e <= count n).
  { destruct (x / e) as [top below]. unfold count, Qle in *. simpl in *.
    assert (top <= Z.of_nat n)%Z by lia. assert (1 <= Z.pos below)%Z by lia. nia. }
  assert (x == x / e * e) by (field; lra). nra.
Qed.

(* The main theorem of this part: a function with Bellman's inequality bounds all rewards in the
   limit, if play ends, or if what the function promises for later cannot spoil the bound. *)
Theorem bound sign v most u : bellman sign v ->
  (forall s, inside s -> 0 <= sign * v s) \/
  (ends_within u /\ forall s, inside s -> 0 <= u s /\ - (sign * v s) <= most) ->
  forall s, inside s -> forall e, 0 < e -> exists N, forall n, (N <= n)%nat ->
    sign * reward choices plan n [] s <= sign * v s + e.
Proof.
  intros inequality [positive|[lasts bounds]] s listed e small.
  - exists 0%nat. intros n _.
    pose proof (worth_bounded sign v inequality n [] s listed) as below.
    rewrite worth_split in below.
    assert (0 <= sign * carried v n [] s); [|lra].
    rewrite <- carried_scale. apply Qle_trans with (carried (fun t => 0 * 1) n [] s).
    + rewrite carried_scale. lra.
    + apply carried_mono; [|assumption]. intros t ?. specialize (positive t ltac:(assumption)). lra.
  - destruct (archimedes (Qmax 0 most * u s) e small) as [N enough].
    exists (Datatypes.S N). intros n late. specialize (enough n ltac:(lia)).
    pose proof (worth_bounded sign v inequality n [] s listed) as below.
    rewrite worth_split in below.
    pose proof (alive_bounded u lasts (fun t i => proj1 (bounds t i)) n [] s listed) as few.
    assert (later : (-sign) * carried v n [] s <= Qmax 0 most * alive n [] s).
    { unfold alive. rewrite <- !carried_scale. apply carried_mono; [|assumption].
      intros t inside_t. destruct (bounds t inside_t) as [_ low].
      pose proof (Q.le_max_r 0 most). lra. }
    assert (0 < count n) by (unfold count, Qlt; simpl; lia).
    pose proof (Q.le_max_l 0 most).
    assert (Qmax 0 most * alive n [] s <= e); [|lra].
    apply Qmult_le_l with (count n); [assumption|]. nra.
Qed.

End Bound.

(* ---------------------------------------------------------------------------------------- *)
(* 5. Ranks: if every allowed choice has a case that lowers the rank or ends play, play ends *)

Section Ranks.
Variable inside : S -> Prop.
Variable allowed : S -> nat -> Prop.
Variables (rank : S -> Z) (highest most : Z).
Hypothesis is_sound : sound inside.

Definition falls : Prop := forall s a, inside s -> In a (numbers s) -> allowed s a ->
  (total (cases_of s a) <= most)%Z /\
  exists c, In c (cases_of s a) /\ (0 < weight c)%Z /\
    match next c with Some t => (rank t < rank s)%Z | None => True end.

(* With chances of 1 / most at least, `steps` bounds the time that each rank costs. *)
Fixpoint steps (k : nat) : Q :=
  match k with O => 0 | Datatypes.S m => inject_Z most * (steps m + 1) end.
Definition at_rank (k : Z) : Q := steps (Z.to_nat k).
Definition time (s : S) : Q := at_rank (highest + 1) - at_rank (highest - rank s).

Hypothesis some_weight : (1 <= most)%Z.
Hypothesis in_range : forall s, inside s -> (0 <= rank s <= highest)%Z.

Lemma most_real : 1 <= inject_Z most.
Proof. unfold Qle. simpl. lia. Qed.

Lemma steps_grow k m : (k <= m)%nat -> 0 <= steps k /\ steps k <= steps m.
Proof.
  pose proof most_real.
  assert (positive : forall k, 0 <= steps k) by (induction k0; simpl; nra).
  split; [apply positive|]. induction H0 as [|m less IH]; simpl; [lra|].
  specialize (positive m). nra.
Qed.

Lemma at_rank_grows k m : (k <= m)%Z -> 0 <= at_rank k /\ at_rank k <= at_rank m.
Proof. intros. apply steps_grow. lia. Qed.

Lemma time_sign s : inside s -> 0 <= time s.
Proof.
  intros listed. specialize (in_range s listed). unfold time.
  destruct (at_rank_grows (highest - rank s) (highest + 1)); [lia|lra].
Qed.

Lemma falls_ends : falls -> ends_within inside allowed time.
Proof.
  intros falling s a listed number may. pose proof most_real.
  destruct (falling s a listed number may) as [small [c [one [real lower]]]].
  destruct (is_sound s listed) as [_ choices_sound].
  destruct (choices_sound a number) as [positive cases_sound].
  pose proof (in_range s listed) as ranks.
  set (less := at_rank (highest - rank s + 1)). set (top := at_rank (highest + 1)).
  assert (less_step : less == inject_Z most * (at_rank (highest - rank s) + 1)).
  { unfold less, at_rank. replace (Z.to_nat (highest - rank s + 1))
      with (Datatypes.S (Z.to_nat (highest - rank s))) by lia. reflexivity. }
  assert (p : 0 < chance (cases_of s a) c /\ 1 <= chance (cases_of s a) c * inject_Z most).
  { unfold chance, Qdiv. set (T := inject_Z (total (cases_of s a))).
    assert (0 < T) by (unfold T, Qlt; simpl; lia).
    assert (T <= inject_Z most) by (unfold T; rewrite <- Zle_Qle; assumption).
    assert (1 <= inject_Z (weight c)) by (unfold Qle; simpl; lia).
    assert (inverse : T * / T == 1) by (apply Qmult_inv_r; lra).
    assert (0 < / T) by (apply Qinv_lt_0_compat; assumption).
    assert (1 <= / T * inject_Z most) by nra. split; nra. }
  destruct p as [p_positive p_enough].
  assert (bounded : sum (fun c => chance (cases_of s a) c * (1 + at_state time (next c)))
      (cases_of s a) <=
    (1 + top) * sum (chance (cases_of s a)) (cases_of s a) - chance (cases_of s a) c * less).
  { apply (sum_one_less (fun c => 1 + at_state time (next c))); [assumption| |assumption|].
    - intros d in_d. destruct (cases_sound d in_d) as [sign after].
      destruct (chance_sign _ d positive sign) as [low more].
      split; [assumption|]. intros above. specialize (after (more above)).
      destruct (next d) as [t|]; simpl.
      + pose proof (in_range t (after t eq_refl)). unfold time, top.
        destruct (at_rank_grows (highest - rank t) (highest + 1)); [lia|lra].
      + unfold top. destruct (at_rank_grows (highest + 1) (highest + 1)); [lia|lra].
    - destruct (cases_sound c one) as [_ after]. specialize (after real).
      destruct (next c) as [t|]; simpl.
      + pose proof (in_range t (after t eq_refl)). unfold time, top, less.
        destruct (at_rank_grows (highest - rank s + 1) (highest - rank t)); [lia|lra].
      + unfold top, less.
        destruct (at_rank_grows (highest - rank s + 1) (highest + 1)); [lia|lra]. }
  rewrite chances_sum in bounded by assumption.
  unfold time at 2. fold top.
  destruct (at_rank_grows (highest - rank s) (highest - rank s)) as [low _]; [lia|].
  assert (at_rank (highest - rank s) + 1 <= chance (cases_of s a) c * less); [|lra].
  rewrite less_step. nra.
Qed.

End Ranks.
End Bellman.

Arguments step_worth {S}. Arguments at_state {S}.

