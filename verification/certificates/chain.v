(* The certificate of a chain, and the theorem that it proves.

   From state i < n a pass leads to state j in Q i j of D equally likely cases; the points
   of all D cases sum to E i.  `total k i` is D^k times the expected points of the first k
   passes from state i.  If `certificate` computes to true, then V i / L exceeds these expected
   points by at least 0 and at most (r / D)^k M / L, and r < D.  So V i / L is their limit, the
   expected points of the whole game. *)

Require Import ZArith List Bool Lia.
Import ListNotations.
Open Scope Z_scope.

Fixpoint sum (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0 | S m => sum m f + f m end.

Fixpoint power (a : Z) (k : nat) : Z :=
  match k with O => 1 | S m => a * power a m end.

Definition all (n : nat) (holds : nat -> bool) : bool := forallb holds (seq 0 n).

Lemma all_below (n : nat) (holds : nat -> bool) :
  all n holds = true -> forall i, (i < n)%nat -> holds i = true.
Proof.
  unfold all. intros every i below.
  exact (proj1 (forallb_forall _ _) every i (proj2 (in_seq n 0 i) ltac:(lia))).
Qed.

Lemma sum_combined (n : nat) (a b : Z) (f g h : nat -> Z) :
  (forall j, (j < n)%nat -> f j = a * g j - b * h j) -> sum n f = a * sum n g - b * sum n h.
Proof.
  induction n as [|n IH]; intros each; simpl; [lia|].
  rewrite IH by (intros; apply each; lia). rewrite each by lia. ring.
Qed.

Lemma sum_between (n : nat) (bound : Z) (f g : nat -> Z) :
  (forall j, (j < n)%nat -> 0 <= f j /\ 0 <= g j <= bound) ->
  0 <= sum n (fun j => f j * g j) <= sum n f * bound.
Proof.
  induction n as [|n IH]; intros each; simpl; [lia|].
  assert (0 <= f n /\ 0 <= g n <= bound) by (apply each; lia).
  assert (0 <= sum n (fun j => f j * g j) <= sum n f * bound) by (apply IH; intros; apply each; lia).
  nia.
Qed.

Section Chain.

Variables (n : nat) (D L r M : Z) (Q : nat -> nat -> Z) (E V : nat -> Z).

Definition certificate : bool :=
  (0 <? D) && (0 <? L) && (0 <=? M) && (0 <=? r) && (r <? D) &&
  all n (fun i =>
    all n (fun j => 0 <=? Q i j) && (sum n (Q i) <=? r) &&
    (0 <=? V i) && (V i <=? M) &&
    (D * V i =? E i * L + sum n (fun j => Q i j * V j))).

Fixpoint total (k : nat) (i : nat) : Z :=
  match k with
  | O => 0
  | S m => power D m * E i + sum n (fun j => Q i j * total m j)
  end.

Definition rest (k : nat) (i : nat) : Z := power D k * V i - L * total k i.

Hypothesis certified : certificate = true.

Lemma positive : 0 < D /\ 0 < L /\ 0 <= M /\ 0 <= r < D.
Proof.
  unfold certificate in certified. rewrite !andb_true_iff in certified. lia.
Qed.

Lemma row (i : nat) : (i < n)%nat ->
  (forall j, (j < n)%nat -> 0 <= Q i j) /\ sum n (Q i) <= r /\ 0 <= V i <= M /\
  D * V i = E i * L + sum n (fun j => Q i j * V j).
Proof.
  intros below. unfold certificate in certified. rewrite !andb_true_iff in certified.
  destruct certified as [_ every].
  apply all_below with (i := i) in every; [|assumption].
  rewrite !andb_true_iff in every. destruct every as [[[[entries ?] ?] ?] ?].
  split; [|lia].
  intros j ?. apply all_below with (i := j) in entries; [lia|assumption].
Qed.

Lemma rest_moves_on (k i : nat) : (i < n)%nat ->
  rest (S k) i = sum n (fun j => Q i j * rest k j).
Proof.
  intros below. destruct (row i below) as [_ [_ [_ solved]]].
  rewrite sum_combined with (a := power D k) (b := L) (g := fun j => Q i j * V j)
    (h := fun j => Q i j * total k j) by (intros; unfold rest; ring).
  unfold rest. cbn [power total].
  replace (D * power D k * V i) with (power D k * (D * V i)) by ring.
  rewrite solved. ring.
Qed.

Theorem limit (k i : nat) : (i < n)%nat ->
  0 <= power D k * V i - L * total k i <= power r k * M.
Proof.
  revert i. induction k as [|k IH]; intros i below.
  - cbn [power total]. destruct (row i below) as [_ [_ [bounds _]]]. lia.
  - change (0 <= rest (S k) i <= power r (S k) * M).
    rewrite rest_moves_on by assumption.
    destruct (row i below) as [entries [small _]].
    assert (between : 0 <= sum n (fun j => Q i j * rest k j) <= sum n (Q i) * (power r k * M)).
    { apply sum_between. intros j ?. split; [apply entries; assumption|]. apply IH; assumption. }
    assert (0 <= power r k * M) by (destruct (IH i below); eapply Z.le_trans; eassumption).
    cbn [power]. rewrite <- Z.mul_assoc. nia.
Qed.

End Chain.
