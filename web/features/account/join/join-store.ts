import { accounts, type SignUpState } from '#contract/accounts/accounts.ts'
import { apiRequest } from '#web/api/client.ts'
import { useSyncExternalStore } from 'react'
import { emptyJoinDraft, parseJoinDraft, type JoinDraft } from './join-draft.ts'

type JoinState = {
  draft: JoinDraft
  /** Verified steps of this session; null until loaded. */
  verified: SignUpState | null
  /** Loading failed. */
  failed: boolean
  /** Shown at the top of the step that the member was redirected to. */
  notice: string | null
}

const storageKey = 'hanpyeon.join'
const initialState: JoinState = {
  draft: emptyJoinDraft,
  verified: null,
  failed: false,
  notice: null,
}

const unverified: SignUpState = { email: null, phonenumber: null, verified_until: null }

let current = initialState
let isLoaded = false
const listeners = new Set<() => void>()

function setState(changes: Partial<JoinState>) {
  current = { ...current, ...changes }
  if (changes.draft) saveDraft(changes.draft)
  for (const listener of listeners) listener()
}

/** Without storage only a reload loses the draft. */
function saveDraft(draft: JoinDraft) {
  try {
    if (draft === emptyJoinDraft) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Storage is full or blocked.
  }
}

function loadDraft(): JoinDraft {
  try {
    return parseJoinDraft(sessionStorage.getItem(storageKey))
  } catch {
    return emptyJoinDraft
  }
}

/** State of the join form in this tab. */
export const joinStore = {
  current(): JoinState {
    if (!isLoaded) {
      isLoaded = true
      current = { ...current, draft: loadDraft() }
    }
    return current
  },

  /** Loads the verification state. */
  async load(): Promise<void> {
    try {
      setState({ verified: await apiRequest(accounts.readSignUp, {}), failed: false })
    } catch {
      setState({ failed: current.verified === null })
    }
  },

  updateDraft(changes: Partial<JoinDraft>): void {
    setState({ draft: { ...current.draft, ...changes } })
  },

  /** Merges what a confirmed code has verified, as the server would return it. */
  setVerified(changes: Partial<SignUpState>): void {
    setState({ verified: { ...(current.verified ?? unverified), ...changes } })
  },

  setNotice(notice: string | null): void {
    if (notice !== current.notice) setState({ notice })
  },

  /** Clears draft and verification after completion or cancellation. */
  reset(): void {
    setState({ ...initialState, verified: unverified })
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Empty during server rendering and hydration. */
export const useJoinStore = (): JoinState =>
  useSyncExternalStore(joinStore.subscribe, joinStore.current, () => initialState)
