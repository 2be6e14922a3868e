
(* ---------------------------------------------------------------------------------------- *)
(* 8. Games given by rows: what is proved holds for the rows as they stand in the file *)

(* A row: a state, and its choices with cases (weight, gains, next state).  The gains are several
   numbers; a question asks for one of them. *)
Definition rows := list (positive * list (list (Z * list Q * option positive))).

Definition row_index (all : rows) :=
  fold_right (fun row m => PositiveMap.add (fst row) (snd row) m) (PositiveMap.empty _) all.

Definition given (all : PositiveMap.t (list (list (Z * list Q * option positive))))
    (question : nat) (s : positive) : list (list (case positive)) :=
  match PositiveMap.find s all with
  | Some here =>
      map (map (fun case : Z * list Q * option positive =>
        let '(weight, gains, next) := case in Case weight (nth question gains 0) next)) here
  | None => []
  end.

(* The states of the player who wants little, sorted out by a list. *)
Definition unless_listed (low : PositiveMap.t unit) (s : positive) : bool :=
  match PositiveMap.find s low with Some _ => false | None => true end.
Definition index_of (states : list positive) : PositiveMap.t unit :=
  fold_right (fun s m => PositiveMap.add s tt m) (PositiveMap.empty unit) states.
