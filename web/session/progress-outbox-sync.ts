import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { type WatchProgress, watch_history } from '#contract/contents/watch-history.ts'
import { outboxStorageKey as key } from './outbox-storage-key.ts'
import { authStore } from './auth-store.ts'
import { ApiError, apiRequest } from '#web/api/client.ts'

/** Progress that nobody has acknowledged yet. */
export type OutboxEntry = { episode_id: number; progress: number; kept_at: number }

/** Beyond these the oldest goes: nobody watches more without a network. */
const most = 20
/** What is older has been overtaken, by this device or another. */
const lastsFor = 14 * 86_400_000

export type ProgressStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The last progress of every episode that the server has not confirmed, on this device, of one member: who signs in
 * next on it neither sends nor sees it. Where storage is refused it lives as long as the page.
 */
export type ProgressOutbox = {
  add(given: WatchProgress): void
  /** The server has `progress` of it; something newer stays. */
  confirm(given: WatchProgress): void
  /** The server will not have it: nothing of it stays. */
  remove(episode_id: number): void
  list(): readonly OutboxEntry[]
}

/** @param now ms since 1970: what was kept for too long is dropped. */
export function createProgressOutbox(
  storage: () => ProgressStorage,
  member_id: number,
  now: () => number,
): ProgressOutbox {
  let unstored: readonly OutboxEntry[] | null = null

  function read(): readonly OutboxEntry[] {
    if (unstored) return unstored
    try {
      return readKept(storage().getItem(key), member_id).filter(
        ({ kept_at }) => kept_at > now() - lastsFor,
      )
    } catch {
      return []
    }
  }

  // Read and written whole: other tabs keep theirs in the same place.
  function write(list: readonly OutboxEntry[]) {
    try {
      if (list.length === 0) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify({ member_id, list }))
      unstored = null
    } catch {
      unstored = list
    }
  }

  return {
    add({ episode_id, progress }) {
      const others = read().filter((one) => one.episode_id !== episode_id)
      write([...others, { episode_id, progress, kept_at: now() }].slice(-most))
    },
    confirm({ episode_id, progress }) {
      const list = read()
      const left = list.filter((one) => one.episode_id !== episode_id || one.progress !== progress)
      if (left.length < list.length) write(left)
    },
    remove(episode_id) {
      const list = read()
      const left = list.filter((one) => one.episode_id !== episode_id)
      if (left.length < list.length) write(left)
    },
    list: read,
  }
}

/** Reads stored text; what is another's, unknown or out of shape is as if never kept. */
function readKept(text: string | null, member_id: number): readonly OutboxEntry[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return []
  }
  const { member_id: owner, list } = (stored ?? {}) as { member_id?: unknown; list?: unknown }
  if (owner !== member_id || !Array.isArray(list)) return []
  return list.filter(isKept).slice(-most)
}

function isKept(value: unknown): value is OutboxEntry {
  const { episode_id, progress, kept_at } = (value ?? {}) as Record<keyof OutboxEntry, unknown>
  return (
    Number.isInteger(episode_id) &&
    Number.isInteger(progress) &&
    Number(progress) >= 0 &&
    typeof kept_at === 'number'
  )
}

/** What came of a call: a code is the server's refusal. */
export type SendResult = 'saved' | 'unreachable' | ProblemCode
export type SendProgress = (
  given: WatchProgress,
  options: { keepalive: boolean },
) => Promise<SendResult>

/** Refusals that time heals. */
const mayPass: readonly ProblemCode[] = [
  'authentication_required',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]

/** Whether the same words would be refused for ever. */
export const isPermanentError = (code: ProblemCode) => !mayPass.includes(code)

/** What came of a call is true of the queue from now on. */
export function applySendResult(
  queue: ProgressOutbox,
  given: WatchProgress,
  posted: SendResult,
): void {
  if (posted === 'saved') queue.confirm(given)
  else if (posted !== 'unreachable' && isPermanentError(posted)) queue.remove(given.episode_id)
}

/** Sends what waits from before, one after the other; stops where the others would fare no better. */
export async function flushOutbox(queue: ProgressOutbox, post: SendProgress): Promise<void> {
  for (const { episode_id, progress } of queue.list()) {
    const given = { episode_id, progress }
    const posted = await post(given, { keepalive: false })
    applySendResult(queue, given, posted)
    if (posted === 'unreachable' || (posted !== 'saved' && !isPermanentError(posted))) return
  }
}

/** Progress by a call (D-44). */
export const sendProgress: SendProgress = async (given, { keepalive }) => {
  try {
    await apiRequest(watch_history.saveProgress, { body: given }, { keepalive })
    return 'saved'
  } catch (error) {
    return error instanceof ApiError ? error.problem.code : 'unreachable'
  }
}

/** What this device keeps of a member's progress. */
export const outboxOf = (member_id: number): ProgressOutbox =>
  createProgressOutbox(() => localStorage, member_id, Date.now)

/** Sends what was kept while there was no network, or no time. */
export const flushMemberOutbox = (member_id: number): Promise<void> =>
  flushOutbox(outboxOf(member_id), sendProgress)

/** The same for whoever is signed in, before something is read that depends on it; gives up after `most` ms. */
export async function flushMemberOutboxWithin(most: number): Promise<void> {
  const sent = (async () => {
    if (!authStore.getState().checked) await authStore.checkAuth()
    const { id } = authStore.getState().user
    if (id !== null) await flushMemberOutbox(id)
  })()
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, most))])
}
