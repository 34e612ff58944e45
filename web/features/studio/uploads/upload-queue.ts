import { studio_uploads, uploadPath, uploadChunkBytes } from '#contract/media/staff.ts'
import type { EpisodeTarget, SameUpload } from '#contract/media/staff.ts'
import type { Problem } from '#contract/problem.ts'
import { call } from '#web/api/client.ts'
import { onMemberChange } from '#web/session/auth-store.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { fileLockName, lockFile } from './file-lock.ts'
import { uploadsMessages } from './messages.ko.ts'
import { type DetailedError, type HttpRequest, Upload } from 'tus-js-client'
import { createStore, useStore } from 'zustand'

/** An upload of this page. `speed` in bytes per second, 0 while unknown. */
export type UploadItem = {
  key: number
  name: string
  bytes: number
  sent: number
  speed: number
  /**
   * `elsewhere`: another tab sends the file. `asking`: `same` is an upload of it from another browser. `taken_over`: another page
   * sends the upload that this one sent.
   */
  state:
    | ('checking' | 'elsewhere' | 'asking' | 'waiting')
    | ('sending' | 'paused' | 'retrying' | 'taken_over' | 'done' | 'failed')
  error: string | null
  /** The upload's URL, once the server has created it. */
  url: string | null
  target: EpisodeTarget | null
  /** The id of the work whose trailer it becomes. */
  trailer_of: number | undefined
  same: SameUpload | null
}

type Entry = UploadItem & {
  file: File
  upload: Upload
  /** Aborted when the entry is removed. */
  stop: AbortController
}

/** Parallel uploads: enough to use the bandwidth without slowing each down. */
const maxParallel = 2
/** Milliseconds before the first retry after an error and before later ones; an `online` event retries at once. */
const retryDelays = { first: 500, later: 8_000 }
/** This page, among those that may send the same upload. */
const writer = crypto.randomUUID()

const store = createStore<readonly Entry[]>(() => [])
let lastKey = 0

const setEntries = (next: readonly Entry[]) => store.setState(next, true)

function change(key: number, changes: Partial<Entry>) {
  setEntries(
    store.getState().map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)),
  )
}

const findEntry = (key: number) => store.getState().find((entry) => entry.key === key)

/** Starts waiting uploads up to the limit. */
function startWaiting() {
  const entries = store.getState()
  const running = entries.filter(({ state }) => state === 'sending' || state === 'retrying').length
  for (const { key } of entries
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, maxParallel - running)))
    startUpload(key)
}

function startUpload(key: number) {
  const entry = findEntry(key)
  if (!entry) return
  change(key, { state: 'sending', error: null, speed: 0 })
  entry.upload.start()
}

/** Incomplete uploads of a file, the member's own first; null if the server does not answer. */
async function findSame({ name, size }: File): Promise<SameUpload[] | null> {
  const query = { file_name: name.normalize('NFC'), bytes: size, writer }
  const uploads = await call(studio_uploads.findSameUploads, { query }).catch(() => null)
  return uploads && uploads.toSorted((a, b) => Number(b.is_own) - Number(a.is_own))
}

/** Waits for other tabs that send the file, and asks what to do if it is sent from another browser. */
async function prepare(key: number) {
  const entry = findEntry(key)
  if (!entry) return
  const { file, upload, stop } = entry
  let hasWaited = false
  const release = await lockFile(
    fileLockName(file),
    () => {
      hasWaited = true
      change(key, { state: 'elsewhere' })
    },
    stop.signal,
  ).catch(() => null)
  if (!release) return
  if (stop.signal.aborted) return release()
  stop.signal.addEventListener('abort', release)
  if (!entry.url) {
    const [previous] = await upload.findPreviousUploads().catch(() => [])
    const [same] = previous ? [] : ((await findSame(file)) ?? [])
    if (previous) upload.resumeFromPreviousUpload(previous)
    else if (same) return change(key, { state: 'asking', same })
    else if (hasWaited) return complete(key)
  }
  change(key, { state: 'waiting' })
  startWaiting()
}

/** Ends an entry whose film has arrived, or that was cancelled elsewhere. */
function complete(key: number) {
  const entry = findEntry(key)
  if (!entry) return
  change(key, { state: 'done', sent: entry.bytes, speed: 0 })
  entry.stop.abort()
  startWaiting()
}

function newUpload(
  key: number,
  file: File,
  options: { url?: string; episode_id?: number; trailer_of?: number },
): Upload {
  const speed = createSpeedMeter()
  let isRetry = false
  return new Upload(file, {
    endpoint: uploadPath,
    uploadUrl: options.url ?? null,
    chunkSize: uploadChunkBytes,
    // Retries are those of `onUploadError`, which look for another page that sends the upload by now.
    retryDelays: [],
    removeFingerprintOnSuccess: true,
    headers: { 'Upload-Writer': writer },
    metadata: {
      filename: file.name,
      ...(options.episode_id ? { episode_id: String(options.episode_id) } : {}),
      ...(options.trailer_of ? { trailer_of: String(options.trailer_of) } : {}),
    },
    onBeforeRequest: (request) => addChecksum(request, file),
    onUploadUrlAvailable: () => change(key, { url: findEntry(key)?.upload.url ?? null }),
    onProgress: (sent) => {
      isRetry = false
      const bytesPerSecond = speed(sent)
      change(key, { sent, speed: bytesPerSecond, state: 'sending', error: null })
    },
    onSuccess: () => complete(key),
    onError(error) {
      onUploadError(key, error as DetailedError, isRetry ? retryDelays.later : retryDelays.first)
      isRetry = true
    },
  })
}

/** An error response is final; a network error is retried until it succeeds. */
function onUploadError(key: number, { originalResponse }: DetailedError, delay_ms: number) {
  const status = originalResponse?.getStatus() ?? 0
  const isTransient =
    status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507)
  // A page that takes over cuts the request of this one, which is then answered with 400.
  if (isTransient || status === 400) {
    const failure = isTransient ? null : wordsOf(originalResponse?.getBody())
    change(key, { state: 'retrying', speed: 0 })
    const timer = setTimeout(retry, delay_ms)
    window.addEventListener('online', retry, { once: true })
    function retry() {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
      void retryUpload(key, failure)
    }
    return
  }
  fail(key, wordsOf(originalResponse?.getBody()))
}

function fail(key: number, error: string) {
  change(key, { state: 'failed', speed: 0, error })
  startWaiting()
}

/**
 * Retries, unless another page sends the upload by now or has ended it: two pages would stop each other.
 * @param failure the message of an error that is final unless another page has caused it
 */
async function retryUpload(key: number, failure: string | null) {
  const entry = findEntry(key)
  if (entry?.state !== 'retrying') return
  const same = entry.url === null ? null : await findSame(entry.file)
  if (findEntry(key)?.state !== 'retrying') return
  const current = same?.find(({ url }) => url !== null && entry.url?.endsWith(url))
  if (same && !current) return complete(key)
  if (!current?.is_sending) return failure === null ? startUpload(key) : fail(key, failure)
  change(key, { state: 'taken_over' })
  startWaiting()
}

function wordsOf(body: string | undefined): string {
  try {
    return (JSON.parse(body ?? '') as Problem).detail
  } catch {
    return uploadsMessages.no_answer
  }
}

/** The checksum of each chunk, so that the server rejects a corrupted one. */
async function addChecksum(request: HttpRequest, file: File) {
  // `crypto.subtle` needs HTTPS or localhost.
  if (request.getMethod() !== 'PATCH' || !globalThis.crypto.subtle) return
  const at = Number(request.getHeader('Upload-Offset'))
  const piece = await file.slice(at, at + uploadChunkBytes).arrayBuffer()
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', piece))
  request.setHeader('Upload-Checksum', `sha256 ${btoa(String.fromCharCode(...sum))}`)
}

/** Returns a function that computes bytes per second over the last few seconds from the bytes sent so far. */
function createSpeedMeter() {
  const points: { at: number; sent: number }[] = []
  return (sent: number): number => {
    const at = performance.now()
    points.push({ at, sent })
    while (points.length > 2 && at - (points[0]?.at ?? at) > 5_000) points.shift()
    const [first] = points
    if (!first || at - first.at < 300 || sent < first.sent) return 0
    return ((sent - first.sent) * 1_000) / (at - first.at)
  }
}

function add(
  file: File,
  options: { url?: string; target?: EpisodeTarget | null; trailer_of?: number } = {},
): number {
  const key = ++lastKey
  const { target = null, url = null, trailer_of } = options
  const upload = newUpload(key, file, {
    ...(url ? { url } : {}),
    ...(target ? { episode_id: target.episode_id } : {}),
    ...(trailer_of ? { trailer_of } : {}),
  })
  const entry: Entry = {
    key,
    file,
    upload,
    url,
    target,
    trailer_of,
    name: file.name,
    bytes: file.size,
    sent: 0,
    speed: 0,
    state: 'checking',
    error: null,
    same: null,
    stop: new AbortController(),
  }
  setEntries([...store.getState(), entry])
  void prepare(key)
  return key
}

// Uploads continue on other pages, so the question before the page closes is not that of one page.
const askBeforeClosing = (event: Event) => event.preventDefault()
store.subscribe(() => {
  if (uploadQueue.isBusy()) globalThis.addEventListener?.('beforeunload', askBeforeClosing)
  else globalThis.removeEventListener?.('beforeunload', askBeforeClosing)
})

// Another member uses the session, or nobody. Their choice of a profile ends nothing.
onMemberChange(() => {
  for (const { upload, stop } of store.getState()) {
    stop.abort()
    void upload.abort()
  }
  setEntries([])
})

/** The uploads of this page; they continue while other studio pages are open. */
export const uploadQueue = {
  /** Calls `listener` whenever an upload is complete. @returns unsubscribes. */
  onComplete: (listener: () => void) =>
    store.subscribe((entries, before) => {
      if (countComplete(entries) > countComplete(before)) listener()
    }),
  /** Adds files, as trailers of a work if `trailer_of` is set; an upload begun in this browser resumes. A file that is being sent from this page is left out. */
  add(files: Iterable<File>, options: { trailer_of?: number } = {}) {
    for (const file of files) {
      const isSent = store
        .getState()
        .some((entry) => entry.state !== 'done' && fileLockName(entry.file) === fileLockName(file))
      if (isSent) toasts.show(uploadsMessages.already_sent(file.name))
      else add(file, options)
    }
  },
  /** Answers `asking`: continues the own upload from another browser, or sends the file anew. */
  answer(key: number, choice: 'continue' | 'new') {
    const entry = findEntry(key)
    const url = choice === 'continue' ? entry?.same?.url : null
    if (entry?.state !== 'asking') return
    change(key, {
      state: 'waiting',
      same: null,
      ...(url && { url, upload: newUpload(key, entry.file, { url }) }),
    })
    startWaiting()
  },
  /** Resumes an incomplete upload on the server. */
  resumeIncomplete: (file: File, url: string, target: EpisodeTarget | null) =>
    add(file, { url, target }),
  pause(key: number) {
    void findEntry(key)?.upload.abort()
    change(key, { state: 'paused', speed: 0 })
    startWaiting()
  },
  resume(key: number) {
    change(key, { state: 'waiting', error: null })
    startWaiting()
  },
  setTarget: (key: number, target: EpisodeTarget | null) => change(key, { target }),
  /** Removes an upload here and, if incomplete, on the server. */
  async remove(key: number) {
    const entry = findEntry(key)
    if (!entry) return
    entry.stop.abort()
    setEntries(store.getState().filter((other) => other.key !== key))
    // What another page sends is not this one's to cancel.
    const isOwn = !['done', 'elsewhere', 'taken_over', 'asking'].includes(entry.state)
    if (isOwn) await entry.upload.abort(true).catch(() => {})
    startWaiting()
  },
  /** Whether leaving the page would interrupt an upload. */
  isBusy: () =>
    store
      .getState()
      .some(({ state }) => ['checking', 'sending', 'retrying', 'waiting'].includes(state)),
}

const countComplete = (entries: readonly Entry[]) =>
  entries.filter(({ state }) => state === 'done').length

export const useUploads = (): readonly UploadItem[] => useStore(store)
