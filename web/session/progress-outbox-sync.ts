import { dayMs } from '#contract/core/seoul-time.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { WatchProgress } from '#contract/watch-history/watch-history.ts'
import { localStore, type SafeStorage } from '#web/lib/browser-storage.ts'
import { outboxKeyOf } from './outbox-storage-key.ts'
import { authStore } from './auth-store.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { saveProgress } from '#web/api/endpoints/watch-history.generated.ts'

/** Progress that the server has not confirmed. */
type OutboxEntry = { episode_id: number; progress: number; kept_at: number }

/** The oldest entries beyond this number are dropped. */
const maxEntries = 20
/** Older entries are dropped: the member has probably watched on since. */
const maxAge_ms = 14 * dayMs

export type ProgressStorage = Pick<SafeStorage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The last unconfirmed progress of each episode of one profile on this device. Other profiles neither send nor see it.
 * Without storage it lives as long as the page.
 */
export type ProgressOutbox = {
  add(progress: WatchProgress): void
  /** Removes an entry that was saved; a newer one of the episode stays. */
  confirm(progress: WatchProgress): void
  /** Removes the entry of an episode after a permanent error. */
  remove(episode_id: number): void
  list(): readonly OutboxEntry[]
}

/** @param now returns ms since the epoch. */
export function createProgressOutbox(
  storage: ProgressStorage,
  profile_id: number,
  now: () => number,
): ProgressOutbox {
  const key = outboxKeyOf(profile_id)
  let inMemory: readonly OutboxEntry[] | null = null

  function read(): readonly OutboxEntry[] {
    return (
      inMemory ??
      parseEntries(storage.getItem(key)).filter(({ kept_at }) => kept_at > now() - maxAge_ms)
    )
  }

  // Always reads and writes the storage, which other tabs share.
  function write(list: readonly OutboxEntry[]) {
    if (list.length === 0) storage.removeItem(key)
    const isSaved = list.length === 0 || storage.setItem(key, JSON.stringify(list))
    inMemory = isSaved ? null : list
  }

  return {
    add({ episode_id, progress }) {
      const others = read().filter((entry) => entry.episode_id !== episode_id)
      write([...others, { episode_id, progress, kept_at: now() }].slice(-maxEntries))
    },
    confirm({ episode_id, progress }) {
      const list = read()
      const remaining = list.filter(
        (entry) => entry.episode_id !== episode_id || entry.progress !== progress,
      )
      if (remaining.length < list.length) write(remaining)
    },
    remove(episode_id) {
      const list = read()
      const remaining = list.filter((entry) => entry.episode_id !== episode_id)
      if (remaining.length < list.length) write(remaining)
    },
    list: read,
  }
}

/** Parses the storage. Returns no entries if it is malformed. */
function parseEntries(text: string | null): readonly OutboxEntry[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return []
  }
  return Array.isArray(stored) ? stored.filter(isOutboxEntry).slice(-maxEntries) : []
}

function isOutboxEntry(value: unknown): value is OutboxEntry {
  const { episode_id, progress, kept_at } = (value ?? {}) as Record<keyof OutboxEntry, unknown>
  return (
    Number.isInteger(episode_id) &&
    Number.isInteger(progress) &&
    Number(progress) >= 0 &&
    typeof kept_at === 'number'
  )
}

/** `unreachable`: no response. */
export type SendResult = 'saved' | 'unreachable' | ProblemCode
export type SendProgress = (
  progress: WatchProgress,
  options: { keepalive: boolean },
) => Promise<SendResult>

/** Errors after which a later attempt may succeed. */
const transientCodes: readonly ProblemCode[] = [
  'authentication_required',
  // Another profile is selected meanwhile: the entries are sent when theirs is again.
  'profile_required',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]

/** Whether the same request would always fail with this code. */
export const isPermanentError = (code: ProblemCode) => !transientCodes.includes(code)

/** Updates the outbox after an attempt. */
export function applySendResult(
  outbox: ProgressOutbox,
  progress: WatchProgress,
  result: SendResult,
): void {
  if (result === 'saved') outbox.confirm(progress)
  else if (result !== 'unreachable' && isPermanentError(result)) outbox.remove(progress.episode_id)
}

/** Sends all entries in order; stops at the first transient error. */
export async function flushOutbox(outbox: ProgressOutbox, send: SendProgress): Promise<void> {
  for (const { episode_id, progress } of outbox.list()) {
    const entry = { episode_id, progress }
    const result = await send(entry, { keepalive: false })
    applySendResult(outbox, entry, result)
    if (result === 'unreachable' || (result !== 'saved' && !isPermanentError(result))) return
  }
}

/**
 * Returns the function that sends the progress of a profile by HTTP (decisions/0029-watch-progress). The server saves it
 * to no other one.
 */
export const progressSenderOf =
  (profile_id: number): SendProgress =>
  async (progress, { keepalive }) => {
    try {
      await apiRequest(saveProgress, { body: { ...progress, profile_id } }, { keepalive })
      return 'saved'
    } catch (error) {
      return error instanceof ApiError ? error.problem.code : 'unreachable'
    }
  }

export const outboxOf = (profile_id: number): ProgressOutbox =>
  createProgressOutbox(localStore, profile_id, Date.now)

/** Sends the unconfirmed progress of the current profile, waiting at most `timeout_ms`. */
export async function flushMemberOutboxWithin(timeout_ms: number): Promise<void> {
  const sending = (async () => {
    if (!authStore.getState().checked) await authStore.checkAuth()
    const { profile } = authStore.getState().user
    if (profile) await flushOutbox(outboxOf(profile.id), progressSenderOf(profile.id))
  })()
  await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, timeout_ms))])
}
