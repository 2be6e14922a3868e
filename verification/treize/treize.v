(* Treize: the orders of one deck by kind, and the chain of its passes.

   The dealer turns the cards of a shuffled deck of `ranks` ranks in `suits` suits one by one
   and calls 1, 2, ..., ranks; here ranks and calls are numbered from 0.  A card of the rank
   called is a match: the dealer scores a point and begins again with the next card.  After
   `ranks` calls without a match the dealer has lost.  When the deck runs out, it is shuffled
   again and the calls go on; a state is the number of calls since the last match.

   `survive` i j k orders lead from state i to state j with k points in the pass, `loss` i k
   to the end of the game with k points; all `orders` are equally likely. *)

Definition entry (k : nat) (counts : list Z) : Z := nth k counts 0.

Section Treize.

Variables (ranks suits most : nat) (orders : Z).
Variables (survive : list (list (list Z))) (loss : list (list Z)).

Definition survivors (i j : nat) : list Z := nth j (nth i survive nil) nil.
Definition lost (i : nat) : list Z := nth i loss nil.

Definition number (counts : list Z) : Z := sum most (fun k => entry k counts).
Definition points (counts : list Z) : Z := sum most (fun k => Z.of_nat k * entry k counts).

Definition moves (i j : nat) : Z := number (survivors i j).
Definition gains (i : nat) : Z :=
  sum ranks (fun j => points (survivors i j)) + points (lost i).

(* All orders are accounted for, and their number is (ranks suits)! / (suits!)^ranks. *)

Fixpoint factorial (n : nat) : Z :=
  match n with O => 1 | S m => Z.of_nat n * factorial m end.

Definition accounted : bool :=
  (orders * power (factorial suits) ranks =? factorial (ranks * suits)) &&
  all ranks (fun i =>
    (sum ranks (moves i) + number (lost i) =? orders) &&
    all most (fun k => 0 <=? entry k (lost i)) &&
    all ranks (fun j => all most (fun k => 0 <=? entry k (survivors i j)))).

(* The census: every order of the deck is played card by card. *)

Fixpoint pass (calls scored : nat) (order : list nat) : option nat * nat :=
  match order with
  | nil => (Some calls, scored)
  | card :: behind =>
      if Nat.eqb card calls then pass 0 (S scored) behind
      else if Nat.eqb (S calls) ranks then (None, scored)
      else pass (S calls) scored behind
  end.

Fixpoint without (rank : nat) (left : list nat) : option (list nat) :=
  match left, rank with
  | S cards :: others, O => Some (cards :: others)
  | cards :: others, S below => option_map (cons cards) (without below others)
  | _, _ => None
  end.

Fixpoint decks (cards : nat) (left : list nat) : list (list nat) :=
  match cards with
  | O => [nil]
  | S fewer =>
      flat_map (fun rank => match without rank left with
                            | Some others => map (cons rank) (decks fewer others)
                            | None => nil
                            end) (seq 0 ranks)
  end.

Definition same (a b : option nat * nat) : bool :=
  match a, b with
  | (Some i, k), (Some j, l) => Nat.eqb i j && Nat.eqb k l
  | (None, k), (None, l) => Nat.eqb k l
  | _, _ => false
  end.

Definition occurrences (kind : option nat * nat) (kinds : list (option nat * nat)) : Z :=
  fold_right (fun found n => if same found kind then n + 1 else n) 0 kinds.

Definition census : bool :=
  let all_decks := decks (ranks * suits) (repeat suits ranks) in
  all ranks (fun i =>
    let kinds := map (pass i 0) all_decks in
    all most (fun k => entry k (lost i) =? occurrences (None, k) kinds) &&
    all ranks (fun j =>
      all most (fun k => entry k (survivors i j) =? occurrences (Some j, k) kinds))).

End Treize.
