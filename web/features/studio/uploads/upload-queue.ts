import { uploadPath, uploadChunkBytes } from '#contract/studio/uploads.ts'
import type { EpisodeTarget } from '#contract/studio/uploads.ts'
import type { Problem } from '#contract/problem.ts'
import { onMemberChange } from '#web/session/auth-store.ts'
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
  state: 'waiting' | 'sending' | 'paused' | 'retrying' | 'done' | 'failed'
  error: string | null
  /** The upload's URL, once the server has created it. */
  url: string | null
  target: EpisodeTarget | null
}

type Entry = UploadItem & { file: File; upload: Upload }

/** Parallel uploads: enough to use the bandwidth without slowing each down. */
const maxParallel = 2
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000]
/** Milliseconds before a retry after a network error; an `online` event retries at once. */
const retryDelayMs = 8_000

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

function newUpload(
  key: number,
  file: File,
  options: { url?: string; episode_id?: number },
): Upload {
  const speed = createSpeedMeter()
  return new Upload(file, {
    endpoint: uploadPath,
    uploadUrl: options.url ?? null,
    chunkSize: uploadChunkBytes,
    retryDelays,
    removeFingerprintOnSuccess: true,
    metadata: {
      filename: file.name,
      ...(options.episode_id ? { episode_id: String(options.episode_id) } : {}),
    },
    onBeforeRequest: (request) => addChecksum(request, file),
    onUploadUrlAvailable: () => change(key, { url: findEntry(key)?.upload.url ?? null }),
    onProgress: (sent) => {
      const bytesPerSecond = speed(sent)
      change(key, { sent, speed: bytesPerSecond, state: 'sending', error: null })
    },
    onSuccess: () => {
      change(key, { state: 'done', sent: file.size, speed: 0 })
      startWaiting()
    },
    onError: (error) => onUploadError(key, error as DetailedError),
  })
}

/** An error response is final; a network error is retried until it succeeds. */
function onUploadError(key: number, { originalResponse }: DetailedError) {
  const status = originalResponse?.getStatus() ?? 0
  if (status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507)) {
    change(key, { state: 'retrying', speed: 0 })
    const timer = setTimeout(retry, retryDelayMs)
    window.addEventListener('online', retry, { once: true })
    function retry() {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
      if (findEntry(key)?.state === 'retrying') startUpload(key)
    }
    return
  }
  change(key, { state: 'failed', speed: 0, error: wordsOf(originalResponse?.getBody()) })
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

function add(file: File, options: { url?: string; target?: EpisodeTarget | null } = {}): number {
  const key = ++lastKey
  const { target = null, url = null } = options
  const upload = newUpload(key, file, {
    ...(url ? { url } : {}),
    ...(target ? { episode_id: target.episode_id } : {}),
  })
  const entry: Entry = {
    ...{ key, file, upload, url, target, name: file.name, bytes: file.size },
    ...{ sent: 0, speed: 0, state: 'waiting', error: null },
  }
  setEntries([...store.getState(), entry])
  if (url) startWaiting()
  else
    void upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous) upload.resumeFromPreviousUpload(previous)
      })
      .catch(() => {})
      .finally(startWaiting)
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
  for (const { upload } of store.getState()) void upload.abort()
  setEntries([])
})

/** The uploads of this page; they continue while other studio pages are open. */
export const uploadQueue = {
  /** Calls `listener` whenever an upload is complete. @returns unsubscribes. */
  onComplete: (listener: () => void) =>
    store.subscribe((entries, before) => {
      if (countComplete(entries) > countComplete(before)) listener()
    }),
  /** Adds files; an upload begun in this browser resumes. */
  add(files: Iterable<File>) {
    for (const file of files) add(file)
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
    setEntries(store.getState().filter((other) => other.key !== key))
    if (entry.state !== 'done') await entry.upload.abort(true).catch(() => {})
    startWaiting()
  },
  /** Whether leaving the page would interrupt an upload. */
  isBusy: () =>
    store.getState().some(({ state }) => ['sending', 'retrying', 'waiting'].includes(state)),
}

const countComplete = (entries: readonly Entry[]) =>
  entries.filter(({ state }) => state === 'done').length

export const useUploads = (): readonly UploadItem[] => useStore(store)
