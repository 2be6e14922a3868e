(* montmort.v: games of chance, what they are worth, and certificates of it.

   1. Sums over lists, and laws: lists of (chance, outcome).
   2. Games: in every state the player to move has some choices; each is a list of cases with
      integer weights.  The plays of n steps are listed with their chances, and the expected
      reward of n steps is the sum of chance times gain over this list.
   3. The worth of a game is the limit of these sums as n grows.
   4. If a function v of the states satisfies Bellman's inequality for every allowed choice,
      and play ends or v has the right sign, then v bounds the rewards of every strategy.
   5. Ranks show that play ends.
   6. States are written as numbers, to be found in tables.
   7. A certificate is a table of the states with their values, ranks and best choices.
      `certified` and `fixed` check it by computation; the theorems say what follows.

   Strategies may depend on the whole history and may draw lots with rational chances.
   Coq's standard library is used, and no axiom.

   On trust are Coq's kernel and, when coqc reads this file, its virtual machine, a part that
   `Print Assumptions` does not name: it does the computations of the tactics lia, lra and ring
   and those at the end of this file (vm_cast_no_check).  coqchk checks the compiled file and does
   them again by the rules of the kernel, without the virtual machine. *)

Require Import ZArith QArith List Bool Lia Lqa FMapPositive Qminmax.
Import ListNotations.
Open Scope Q_scope.

(* ---------------------------------------------------------------------------------------- *)
(* 1. Sums over lists, and expectations under a law *)

Fixpoint sum {A} (f : A -> Q) (l : list A) : Q :=
  match l with [] => 0 | x :: rest => f x + sum f rest end.

Definition law (A : Type) := list (Q * A).
Definition expect {A} (f : A -> Q) (l : law A) : Q := sum (fun e => fst e * f (snd e)) l.

Section Sums.
Context {A : Type}.
Implicit Types (f g : A -> Q) (l : list A).

Lemma sum_le f g l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof.
  induction l as [|x l IH]; intros each; simpl; [lra|].
  apply Qplus_le_compat; [apply each; left; reflexivity|].
  apply IH. intros y ?. apply each. right. assumption.
Qed.

Lemma sum_ext f g l : (forall x, In x l -> f x == g x) -> sum f l == sum g l.
Proof.
  intros each. apply Qle_antisym; apply sum_le; intros x ?; rewrite (each x) by assumption; lra.
Qed.

Lemma sum_scale a f l : sum (fun x => a * f x) l == a * sum f l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_plus f g l : sum (fun x => f x + g x) l == sum f l + sum g l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_app f l l' : sum f (l ++ l') == sum f l + sum f l'.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_one_less f (p : A -> Q) most (less : Q) l one : In one l ->
  (forall x, In x l -> 0 <= p x /\ (0 < p x -> f x <= most)) ->
  0 < p one -> f one <= most - less ->
  sum (fun x => p x * f x) l <= most * sum p l - p one * less.
Proof.
  assert (most_only : forall l, (forall x, In x l -> 0 <= p x /\ (0 < p x -> f x <= most)) ->
    sum (fun x => p x * f x) l <= most * sum p l).
  { intros m each. rewrite <- sum_scale. apply sum_le. intros x inside.
    destruct (each x inside) as [positive bounded].
    destruct (Qlt_le_dec 0 (p x)) as [above|]; [specialize (bounded above); nra|].
    assert (zero : p x == 0) by lra. rewrite zero. lra. }
  induction l as [|x l IH]; [intros []|].
  intros [same|inside] each positive bounded; simpl.
  - subst x. assert (sum (fun x => p x * f x) l <= most * sum p l)
      by (apply most_only; intros; apply each; right; assumption). nra.
  - assert (sum (fun x => p x * f x) l <= most * sum p l - p one * less)
      by (apply IH; try assumption; intros; apply each; right; assumption).
    assert (p x * f x <= most * p x); [|lra].
    destruct (each x (or_introl eq_refl)) as [? small].
    destruct (Qlt_le_dec 0 (p x)) as [above|]; [specialize (small above); nra|].
    assert (zero : p x == 0) by lra. rewrite zero. lra.
Qed.

End Sums.

Lemma sum_map {A B} (f : B -> Q) (m : A -> B) l : sum f (map m l) == sum (fun x => f (m x)) l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_flat_map {A B} (f : B -> Q) (m : A -> list B) l :
  sum f (flat_map m l) == sum (fun x => sum f (m x)) l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite sum_app, IH. ring. Qed.

(* ---------------------------------------------------------------------------------------- *)
(* 2. Games and their plays *)

(* A case of a choice: its weight, what is gained, and the next state; None is the end. *)
Record case (S : Type) := Case { weight : Z; gain : Q; next : option S }.
Arguments Case {S}. Arguments weight {S}. Arguments gain {S}. Arguments next {S}.

Definition total {S} (cases : list (case S)) : Z := fold_right (fun c t => weight c + t)%Z 0%Z cases.

(* The chance of a case is its weight over the weight of all cases of the choice. *)
Definition chance {S} (cases : list (case S)) (c : case S) : Q :=
  inject_Z (weight c) / inject_Z (total cases).

Section Game.
Variable S : Type.
Variable choices : S -> list (list (case S)).  (* the choices in a state, each with its cases *)
Variable maximises : S -> bool.  (* who chooses: the player who wants much, or the other *)

(* What has happened: the states, the choices taken and the cases that came, the last first. *)
Definition history := list (S * nat * case S).

(* With what chance a player takes choice 0, 1, 2, ... after a history in a state. *)
Definition strategy := history -> S -> nat -> Q.

Definition numbers (s : S) : list nat := seq 0 (length (choices s)).
Definition cases_of (s : S) (a : nat) : list (case S) := nth a (choices s) [].

(* The chances are not negative and sum to 1 wherever there is a choice. *)
Definition fair (plan : strategy) : Prop := forall h s, choices s <> [] ->
  (forall a, 0 <= plan h s a) /\ sum (plan h s) (numbers s) == 1.

(* Two players, each with a strategy. *)
Definition together (high low : strategy) : strategy :=
  fun h s => if maximises s then high h s else low h s.

(* Always the same choice in the same state. *)
Definition pure (choice : S -> nat) : strategy :=
  fun _ s a => if Nat.eqb a (choice s) then 1 else 0.

Section Plays.
Variable plan : strategy.

(* Prefix a play with a case of chance p: chances multiply, gains add. *)
Definition prefix (p : Q) (c : case S) (play : Q * (Q * option S)) : Q * (Q * option S) :=
  (p * fst play, (gain c + fst (snd play), snd (snd play))).

(* All plays of n steps: (chance, (what was gained, the state then, None after the end)). *)
Fixpoint plays (n : nat) (h : history) (s : S) : law (Q * option S) :=
  match n with
  | O => [(1, (0, Some s))]
  | Datatypes.S m =>
      flat_map (fun a => flat_map (fun c =>
        let p := plan h s a * chance (cases_of s a) c in
        match next c with
        | None => [(p, (gain c, None))]
        | Some t => map (prefix p c) (plays m ((s, a, c) :: h) t)
        end) (cases_of s a)) (numbers s)
  end.

(* The expected reward of n steps. *)
Definition reward (n : nat) (h : history) (s : S) : Q := expect fst (plays n h s).

(* The mean over the choices and the cases of one step. *)
Definition mix (h : history) (s : S) (f : nat -> case S -> Q) : Q :=
  sum (fun a => plan h s a * sum (fun c => chance (cases_of s a) c * f a c) (cases_of s a))
    (numbers s).

Lemma expect_plays (f : Q * option S -> Q) n h s :
  expect f (plays (Datatypes.S n) h s) ==
  mix h s (fun a c => match next c with
    | None => f (gain c, None)
    | Some t => expect (fun e => f (gain c + fst e, snd e)) (plays n ((s, a, c) :: h) t)
    end).
Proof.
  unfold expect at 1, mix. cbn [plays]. rewrite sum_flat_map.
  apply sum_ext. intros a _. rewrite sum_flat_map, <- sum_scale.
  apply sum_ext. intros c _. destruct (next c) as [t|].
  - rewrite sum_map. unfold expect. rewrite Qmult_assoc, <- sum_scale.
    apply sum_ext. intros e _. unfold prefix. cbn [fst snd]. ring.
  - cbn [sum fst snd]. ring.
Qed.

End Plays.

(* ---------------------------------------------------------------------------------------- *)
(* 3. What a game is worth: limits of the expected rewards of n steps *)

Definition at_most (x : nat -> Q) (v : Q) : Prop :=
  forall e, 0 < e -> exists N, forall n, (N <= n)%nat -> x n <= v + e.
Definition at_least (x : nat -> Q) (v : Q) : Prop :=
  forall e, 0 < e -> exists N, forall n, (N <= n)%nat -> v - e <= x n.
Definition tends_to (x : nat -> Q) (v : Q) : Prop := at_most x v /\ at_least x v.

(* Whatever is chosen, the expected reward is v: the value of a game without (real) choices. *)
Definition expected_value (s : S) (v : Q) : Prop :=
  forall plan, fair plan -> tends_to (fun n => reward plan n [] s) v.

(* `high` has at least v against everybody, `low` holds everybody to v at most, and against
   each other they have v. *)
Definition optimal (s : S) (v : Q) (high low : strategy) : Prop :=
  fair high /\ fair low /\
  (forall other, fair other -> at_most (fun n => reward (together other low) n [] s) v) /\
  (forall other, fair other -> at_least (fun n => reward (together high other) n [] s) v) /\
  tends_to (fun n => reward (together high low) n [] s) v.

End Game.

Arguments numbers {S}. Arguments cases_of {S}. Arguments fair {S}. Arguments together {S}.
Arguments pure {S}. Arguments plays {S}. Arguments reward {S}. Arguments mix {S}.
Arguments expect_plays {S}. Arguments expected_value {S}. Arguments optimal {S}.
