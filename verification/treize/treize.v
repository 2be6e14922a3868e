(* Treize.  The dealer turns the cards of a shuffled deck one by one and calls 1, 2, ..., ranks;
   here ranks and calls are numbered from 0.  A card of the rank called is a match: a point, and
   the calls begin again with the next card.  After `ranks` calls without a match the dealer has
   lost.  When the deck runs out, all cards are shuffled again and the calls go on. *)

Section Treize.

Variables ranks suits : nat.
Variable lost : Z.  (* what the loss costs: 0 for the points alone, -1 with the stake *)

(* The calls since the last match, and the cards of each rank that are left in the deck. *)
Definition dealer := (nat * list Z)%type.

Definition full : list Z := repeat (Z.of_nat suits) ranks.

Fixpoint turn (rank : nat) (left : list Z) : list Z :=
  match left, rank with
  | cards :: others, O => cards - 1 :: others
  | cards :: others, S below => cards :: turn below others
  | [], _ => []
  end.

Definition shuffled (left : list Z) : list Z :=
  if forallb (fun cards => cards =? 0) left then full else left.

Definition card (calls : nat) (left : list Z) (rank : nat) : case dealer :=
  let ways := nth rank left 0 in
  let behind := shuffled (turn rank left) in
  if Nat.eqb rank calls then Case ways 1 (Some (O, behind))
  else if Nat.eqb (S calls) ranks then Case ways (inject_Z lost) None
  else Case ways 0 (Some (S calls, behind)).

Definition treize (state : dealer) : list (list (case dealer)) :=
  let (calls, left) := state in [map (card calls left) (seq 0 ranks)].

End Treize.
