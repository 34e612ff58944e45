const resets = new Set<() => void>()

/**
 * Creates state of this tab that contains content of a profile, such as lists that were loaded. `current` is created anew when
 * another member or profile uses the session (decisions/0014-profiles). Late responses belong to the state that `current`
 * was when their request began, so read it before awaiting them.
 */
export function createProfileState<T>(create: () => T): { readonly current: T } {
  const state = { current: create() }
  resets.add(() => (state.current = create()))
  return state
}

/** Called by `session/auth-store.ts` alone. */
export function resetProfileState(): void {
  for (const reset of resets) reset()
}
