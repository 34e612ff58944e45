import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { createStore, useStore } from 'zustand'
import { ApiError, onApiError } from '#web/api/api-errors.ts'
import { localStore } from '#web/lib/browser-storage.ts'
import { resetProfileState } from '#web/lib/profile-state.ts'
import { clearSessionHint, hasSessionHint, sessionEpoch } from '#web/api/session-hint.ts'

/** The states of the specification, section 4. */
type AuthStatus = 'unknown' | 'signed_in' | 'signed_out' | 'failed'

type AuthState = {
  state: AuthStatus
  /** Whether a check has completed: true once the user was set or cleared. */
  checked: boolean
  /** All fields are empty unless signed in. */
  user: User
}

/** `no_member`: a session without a member, an unfinished sign-up. `superseded`: the state changed meanwhile. */
type AuthCheckResult = 'member' | 'no_member' | 'signed_out' | 'failed' | 'superseded'

/** Not part of the first page: visitors are known by the missing hint. */
const loadReadMe = () => import('./read-me.ts')
// Requested before hydration, so that the member's parts of the page appear sooner.
if (hasSessionHint()) loadReadMe().catch(() => {})

const initialState: AuthState = { state: 'unknown', checked: false, user: guestUser }

const store = createStore(() => initialState)
// The first listener, so that the others find the new state. Neither the first check nor the login of a visitor without a limit
// changes what the page may show.
store.subscribe(({ user }, { user: previous, checked }) => {
  const isSame = user.id === previous.id && user.profile?.id === previous.profile?.id
  const seesTheSame = previous.id === null && user.profile?.age_limit === '19'
  if (checked && !isSame && !seesTheSame) resetProfileState()
})
/** Counts changes of the user, to detect responses that were superseded. */
let revision = 0
let pendingCheck: Promise<AuthCheckResult> | undefined

/** Key in `localStorage` of the member and profile that use the session, for pages that missed the change. */
const viewerKey = 'hanpyeon.viewer'
const viewerOf = ({ id, profile }: User) => (id === null ? null : `${id}.${profile?.id ?? ''}`)

function rememberViewer() {
  const viewer = viewerOf(store.getState().user)
  if (viewer === null) localStore.removeItem(viewerKey)
  else localStore.setItem(viewerKey, viewer)
}

function setUser(user: User) {
  revision += 1
  const merged = { ...store.getState().user, ...user }
  store.setState({ state: merged.email ? 'signed_in' : 'signed_out', checked: true, user: merged })
  rememberViewer()
}

function clearUser() {
  revision += 1
  store.setState({ state: 'signed_out', checked: true, user: guestUser })
  rememberViewer()
}

/** The server rejected the session of this epoch. */
type SessionLost = { lost_epoch: string }

/** Other tabs share the cookie. `null` is a logout by the member. */
const otherTabs =
  typeof document === 'undefined' ? undefined : new BroadcastChannel('hanpyeon.auth')
otherTabs?.addEventListener('message', ({ data }: MessageEvent<User | SessionLost | null>) => {
  if (data === null) clearUser()
  else if ('lost_epoch' in data) endSession(data.lost_epoch)
  else setUser(data)
})

/** Ends the session in this tab unless the browser has another one. @returns whether it ended. */
function endSession(lost_epoch: string): boolean {
  const epoch = sessionEpoch()
  // Another tab may have removed the hint already.
  if (epoch && epoch !== lost_epoch) return false
  clearSessionHint()
  clearUser()
  return true
}

/** Ends the session in all tabs that have the same one. */
function endSessionInEveryTab(lost_epoch: string) {
  if (endSession(lost_epoch)) otherTabs?.postMessage({ lost_epoch } satisfies SessionLost)
}

async function requestUser(): Promise<AuthCheckResult> {
  const epoch = sessionEpoch()
  if (!epoch) {
    clearUser()
    return 'signed_out'
  }
  const revisionBefore = revision
  try {
    const { readMe } = await loadReadMe()
    const user = await readMe()
    if (revision !== revisionBefore) return 'superseded'
    // The session was replaced meanwhile, so the response is about the previous one.
    if (sessionEpoch() !== epoch) return requestUser()
    setUser(user)
    otherTabs?.postMessage(store.getState().user)
    return user.email ? 'member' : 'no_member'
  } catch (error) {
    if (revision !== revisionBefore) return 'superseded'
    const status = error instanceof ApiError ? error.problem.status : 0
    if (status === 401 || status === 403) {
      if (sessionEpoch() !== epoch) return requestUser()
      endSessionInEveryTab(epoch)
      return 'signed_out'
    }
    // An outage does not log members out.
    if (store.getState().state !== 'signed_in') store.setState({ state: 'failed' })
    return 'failed'
  }
}

export const authStore = {
  /** Asks the server for the user. Concurrent calls share one request. */
  checkAuth(): Promise<AuthCheckResult> {
    pendingCheck ??= requestUser().finally(() => (pendingCheck = undefined))
    return pendingCheck
  },

  /** Sets the user in all tabs. */
  setUser(user: User): void {
    setUser(user)
    otherTabs?.postMessage(store.getState().user)
  },

  /** Updates the member's data in all tabs. Ignored if another member is logged in by now. */
  updateUser(user: User): void {
    if (user.id === store.getState().user.id) authStore.setUser(user)
  },

  /** Removes the user in all tabs. */
  clearUser(): void {
    clearUser()
    otherTabs?.postMessage(null)
  },

  /** Whether another member, profile or nobody uses the session by now, in a page that ran no code meanwhile. */
  isOutdated(): boolean {
    const { checked, user } = store.getState()
    return checked && viewerOf(user) !== localStore.getItem(viewerKey)
  },

  getState: store.getState,
  subscribe: store.subscribe,
}

const isSignedIn = () => store.getState().state === 'signed_in'

/**
 * Checks the session of a 401 before it ends: the response that replaces the token may still be under way
 * (decisions/0015-catalogue-limits).
 */
async function checkLostSession(epoch: string) {
  await pendingCheck
  const current = sessionEpoch()
  if (isSignedIn() && (!current || current === epoch)) await authStore.checkAuth()
}

// A 401 while signed in: the session expired or was ended elsewhere.
onApiError(({ code }, epoch) => {
  if (code === 'authentication_required' && isSignedIn()) void checkLostSession(epoch)
})

/**
 * Returns the current user. `unknown` during server rendering, since pages are cached (decisions/0005-public-responses).
 */
export function useAuth(): AuthState {
  return useStore(store)
}

/** Whether a children's profile is selected, which sees no prices and buys nothing. */
export const useIsChild = (): boolean =>
  useStore(store, ({ user }) => Boolean(user.profile?.is_child))

type Change = (previous_id: number | null) => void

/**
 * Calls `run` when another member, another profile or nobody uses the session: after a login, a logout, the choice of a
 * profile, here or in another tab, or the end of the session.
 * @returns unsubscribes.
 */
export const onProfileChange = (run: Change): (() => void) =>
  authStore.subscribe(({ user }, { user: previous }) => {
    if (user.id !== previous.id || user.profile?.id !== previous.profile?.id) run(previous.id)
  })

/** As `onProfileChange`, for what belongs to the account: not when its member chooses another profile. */
export const onMemberChange = (run: Change): (() => void) =>
  authStore.subscribe(({ user }, { user: previous }) => {
    if (user.id !== previous.id) run(previous.id)
  })
