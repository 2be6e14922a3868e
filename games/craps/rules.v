(* Craps, a bet on the shooter.  Two dice are thrown.  On the come-out throw 7 and 11 win for the
   pass line, 2, 3 and 12 lose, and any other sum becomes the point.  Then the point before a 7
   wins, a 7 before the point loses. *)

Section Craps.

Variable die : list (Z * Z).  (* (weight, number) of each face *)
(* What the bet pays where the pass line wins, on a 12 of the come-out, and where it loses else. *)
Variables wins twelve loses : Q.

(* (weight, sum) of two dice. *)
Definition throws : list (Z * Z) :=
  flat_map (fun first : Z * Z => map (fun second : Z * Z =>
    (fst first * fst second, snd first + snd second)) die) die.

Definition is_one_of (sums : list Z) (sum : Z) : bool := existsb (Z.eqb sum) sums.

(* The state is the point; None before the come-out throw. *)
Definition craps (point : option Z) : list (list (case (option Z))) :=
  [map (fun throw : Z * Z => let (ways, sum) := throw in
    match point with
    | None =>
        if is_one_of [7; 11] sum then Case ways wins None
        else if sum =? 12 then Case ways twelve None
        else if is_one_of [2; 3] sum then Case ways loses None
        else Case ways 0 (Some (Some sum))
    | Some number =>
        if sum =? number then Case ways wins None
        else if sum =? 7 then Case ways loses None
        else Case ways 0 (Some point)
    end) throws].

End Craps.

Definition code_point := code_option code_Z.
Lemma point_readable : readable code_point.
Proof. exact (option_readable _ Z_readable). Qed.
