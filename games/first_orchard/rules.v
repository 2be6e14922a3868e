(* First Orchard.  The die has a face for each tree, a basket and a raven.  A tree: a fruit of it
   is picked, if it has any.  The basket: the player picks a fruit of a tree of choice.  The raven
   goes one step.  The game is won, a gain of 1, if all fruits are picked before the raven has gone
   its steps. *)

Section FirstOrchard.

(* The fruits on each tree, the steps that the raven has left, and whether a fruit of the player's
   choice is to be picked; if not, the die is to be thrown. *)
Definition orchard := (list Z * Z * bool)%type.

Fixpoint pick (place : nat) (trees : list Z) : list Z :=
  match trees, place with
  | fruits :: rest, O => fruits - 1 :: rest
  | fruits :: rest, S further => fruits :: pick further rest
  | [], _ => []
  end.

Definition bears (trees : list Z) (place : nat) : bool := 0 <? nth place trees 0.

Definition after (trees : list Z) (raven : Z) : case orchard :=
  if forallb (fun fruits => fruits =? 0) trees then Case 1 1 None
  else if raven =? 0 then Case 1 0 None
  else Case 1 0 (Some (trees, raven, false)).

Definition first_orchard (state : orchard) : list (list (case orchard)) :=
  let '(trees, raven, picking) := state in
  let places := seq 0 (length trees) in
  if picking then
    map (fun place => [after (pick place trees) raven]) (filter (bears trees) places)
  else
    [map (fun place => after (if bears trees place then pick place trees else trees) raven) places
      ++ [Case 1 0 (Some (trees, raven, true)); after trees (raven - 1)]].

End FirstOrchard.

Definition code_orchard := code_pair (code_pair (code_list code_Z) code_Z) code_bool.
Lemma orchard_readable : readable code_orchard.
Proof.
  exact (pair_readable _ _ (pair_readable _ _ (list_readable _ Z_readable) Z_readable) bool_readable).
Qed.
