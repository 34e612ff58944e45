import { authStore } from './auth-store.ts'

/**
 * Calls `run` when another member, or nobody, is logged in: after a login, a logout here or in another tab, or the end of
 * the session.
 * @returns unsubscribes.
 */
export const onMemberChange = (run: (previous_id: number | null) => void): (() => void) =>
  authStore.subscribe(({ user }, { user: previous }) => {
    if (user.id !== previous.id) run(previous.id)
  })
