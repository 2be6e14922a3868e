"""Machine code from assembly text."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import llvmlite.binding as llvm

from montmort.machine.assembly import DECLARATIONS, Assembly
from montmort.machine.constants import Constants
from montmort.machine.frame import Program
from montmort.machine.refusal import CannotCompile, sentence

PROGRAMS = 32  # whose machine code is found again


@dataclass(frozen=True)
class Machine:
    """Compiled functions: their addresses, and what each number that they return means."""

    addresses: tuple[int, ...]
    failures: tuple[tuple[tuple[str, str, int], ...], ...]
    engine: Any  # owns the code
    constants: Constants  # to which the code refers

    def address(self, name: str) -> int:
        """Return the address of one more function in the text."""
        return int(self.engine.get_function_address(name))

    def reason(self, which: int, number: int) -> str:
        """Return the sentence for a number that function `which` returned."""
        return sentence(*self.failures[which][number - 1])


@cache
def _target() -> Any:
    try:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
    except RuntimeError:  # later versions do it themselves
        pass
    return llvm.Target.from_default_triple()


@cache
def _features() -> str:
    """Return what this processor can do, as far as LLVM knows.

    Its name is not given: LLVM would take .2 seconds for an order of instructions that is best
    for it.
    """
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:
        return ""


def assemble(
    functions: list[Assembly],
    program: Program,
    more: Sequence[str],
    parameters: str = "i64 %context",
    *,
    thorough: bool = False,
) -> Machine:
    """Return the machine code of functions, in their order; `more` are texts around them.

    `thorough` code takes up to twice as long to compile and runs faster: up to 2.3 times.
    """
    names = [f"play{number}" for number in range(len(functions))]
    texts = [
        function.text(name, parameters) for function, name in zip(functions, names, strict=True)
    ]
    engine = engine_of("\n".join([DECLARATIONS, *program.table_texts(), *more, *texts]), thorough)
    addresses = tuple(engine.get_function_address(name) for name in names)
    failures = tuple(tuple(function.failures) for function in functions)
    return Machine(addresses, failures, engine, program.constants)


@lru_cache(PROGRAMS)
def engine_of(text: str, thorough: bool = False) -> Any:
    """Return the machine code of a text.

    It is found again for an equal text: the addresses of constants stand in it, and what
    is at them is kept by each Machine.
    """
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise CannotCompile(f"not compiled: {str(error).splitlines()[0]}") from None
    machine = _target().create_target_machine(opt=2, features=_features())
    if thorough:
        _optimise_thoroughly(module, machine)
    else:
        _optimise(module, machine)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine


def _optimise(module: Any, machine: Any) -> None:
    """Bring variables into registers and simplify: all passes of LLVM would cost more than a walk.

    Older versions have no choice of passes.
    """
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    try:
        passes = llvm.create_new_module_pass_manager()
        passes.add_always_inliner_pass()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
    except AttributeError:
        passes = builder.getModulePassManager()
    passes.run(module, builder)


def _optimise_thoroughly(module: Any, machine: Any) -> None:
    """Run all passes of LLVM that usually pay."""
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
