/** Mutants that no test can notice, because the program does the same, each with the reason. */
export const equivalents: readonly { file: string; change: string; reason: string }[] = []
