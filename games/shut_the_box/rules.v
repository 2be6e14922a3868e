(* Shut the box.  The player throws two dice, or one where that is allowed and the player prefers
   it, and shuts some open tiles that add up to the throw, at most `most` of them.  Play ends when
   nothing fits, or when all tiles are shut.  The gain is `prize` when all tiles are shut, else
   `pip` for each pip left open. *)

Section ShutTheBox.

Variable one_die : list Z -> bool.  (* whether one die may be thrown at these open tiles *)
Variable most : nat.
Variables prize pip : Q.

(* The open tiles, and what was thrown; None before the throw. *)
Definition box := (list Z * option Z)%type.

Definition pips (tiles : list Z) : Z := fold_right Z.add 0 tiles.

Fixpoint subsets (tiles : list Z) : list (list Z) :=
  match tiles with
  | [] => [[]]
  | tile :: others => let sets := subsets others in sets ++ map (cons tile) sets
  end.

Definition ways (tiles : list Z) (thrown : Z) : list (list Z) :=
  filter (fun chosen => (pips chosen =? thrown) && Nat.leb (length chosen) most) (subsets tiles).

Definition left_open (tiles chosen : list Z) : list Z :=
  filter (fun tile => negb (existsb (Z.eqb tile) chosen)) tiles.

(* (ways, total): one die, and two dice: 6 - |total - 7| of their 36 throws have this total. *)
Definition one := map (fun total => (1, total)) [1; 2; 3; 4; 5; 6].
Definition two := map (fun total => (6 - Z.abs (total - 7), total))
  [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12].

Definition throw (tiles : list Z) (dice : list (Z * Z)) : list (case box) :=
  map (fun result : Z * Z => let (times, total) := result in
    match ways tiles total with
    | [] => Case times (pip * inject_Z (pips tiles)) None
    | _ => Case times 0 (Some (tiles, Some total))
    end) dice.

Definition shut (tiles chosen : list Z) : list (case box) :=
  match left_open tiles chosen with
  | [] => [Case 1 prize None]
  | open => [Case 1 0 (Some (open, None))]
  end.

Definition shut_the_box (state : box) : list (list (case box)) :=
  match state with
  | (tiles, None) => throw tiles two :: if one_die tiles then [throw tiles one] else []
  | (tiles, Some thrown) => map (shut tiles) (ways tiles thrown)
  end.

End ShutTheBox.

Definition code_box := code_pair (code_list code_Z) (code_option code_Z).
Lemma box_readable : readable code_box.
Proof.
  exact (pair_readable _ _ (list_readable _ Z_readable) (option_readable _ Z_readable)).
Qed.
