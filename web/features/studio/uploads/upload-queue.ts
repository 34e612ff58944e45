import { uploadPath, uploadChunkBytes } from '#contract/studio/uploads.ts'
import type { EpisodeTarget } from '#contract/studio/uploads.ts'
import type { Problem } from '#contract/problem.ts'
import { uploadsMessages } from './messages.ko.ts'
import { type DetailedError, type HttpRequest, Upload } from 'tus-js-client'

/** A file on its way from here. `speed` in bytes a second, 0 until it is known. */
export type UploadItem = {
  key: number
  name: string
  bytes: number
  sent: number
  speed: number
  state: 'waiting' | 'sending' | 'paused' | 'retrying' | 'done' | 'failed'
  error: string | null
  /** Where the server has it, once it has. */
  url: string | null
  place: EpisodeTarget | null
}

type Entry = UploadItem & { file: File; upload: Upload }

/** As many at once as fill a line without each being slow. */
const atOnce = 2
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000]
/** How long a line that is dead is left alone before it is tried again, in ms, unless it says that it is back. */
const restBetween = 8_000

let entries: readonly Entry[] = []
let shown: readonly UploadItem[] = []
let lastKey = 0
const listeners = new Set<() => void>()
/** Told when a file is all there: the lists have something new. */
const onSuccess = new Set<() => void>()

function become(next: readonly Entry[]) {
  entries = next
  shown = next
  for (const listener of listeners) listener()
}

function change(key: number, to: Partial<Entry>) {
  become(entries.map((one) => (one.key === key ? { ...one, ...to } : one)))
}

const find = (key: number) => entries.find((one) => one.key === key)

/** Starts those that wait, as long as there is room on the line. */
function next() {
  const running = entries.filter(({ state }) => state === 'sending' || state === 'retrying').length
  for (const { key } of entries
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, atOnce - running)))
    begin(key)
}

function begin(key: number) {
  const entry = find(key)
  if (!entry) return
  change(key, { state: 'sending', error: null, speed: 0 })
  entry.upload.start()
}

function newUpload(key: number, file: File, given: { url?: string; episode_id?: number }): Upload {
  const speed = meter()
  return new Upload(file, {
    endpoint: uploadPath,
    uploadUrl: given.url ?? null,
    chunkSize: uploadChunkBytes,
    retryDelays,
    removeFingerprintOnSuccess: true,
    metadata: {
      filename: file.name,
      ...(given.episode_id ? { episode_id: String(given.episode_id) } : {}),
    },
    onBeforeRequest: (request) => addChecksum(request, file),
    onUploadUrlAvailable: () => change(key, { url: find(key)?.upload.url ?? null }),
    onProgress: (sent) => {
      const measured = speed(sent)
      change(key, { sent, speed: measured, state: 'sending', error: null })
    },
    onSuccess: () => {
      change(key, { state: 'done', sent: file.size, speed: 0 })
      for (const hearer of onSuccess) hearer()
      next()
    },
    onError: (error) => failed(key, error as DetailedError),
  })
}

/** What the server refused stays refused; a line that is dead is tried again until it is not. */
function failed(key: number, { originalResponse }: DetailedError) {
  const status = originalResponse?.getStatus() ?? 0
  if (status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507)) {
    change(key, { state: 'retrying', speed: 0 })
    const timer = setTimeout(again, restBetween)
    window.addEventListener('online', again, { once: true })
    function again() {
      clearTimeout(timer)
      window.removeEventListener('online', again)
      if (find(key)?.state === 'retrying') begin(key)
    }
    return
  }
  change(key, { state: 'failed', speed: 0, error: wordsOf(originalResponse?.getBody()) })
  next()
}

function wordsOf(body: string | undefined): string {
  try {
    return (JSON.parse(body ?? '') as Problem).detail
  } catch {
    return uploadsMessages.no_answer
  }
}

/** The sum of each piece, so that what a line changed on the way is sent again instead of being kept. */
async function addChecksum(request: HttpRequest, file: File) {
  // Browsers reckon sums on pages that came by https or from this machine.
  if (request.getMethod() !== 'PATCH' || !globalThis.crypto.subtle) return
  const at = Number(request.getHeader('Upload-Offset'))
  const piece = await file.slice(at, at + uploadChunkBytes).arrayBuffer()
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', piece))
  request.setHeader('Upload-Checksum', `sha256 ${btoa(String.fromCharCode(...sum))}`)
}

/** Bytes a second over the last few seconds, from how much there is by now. */
function meter() {
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

function add(file: File, given: { url?: string; place?: EpisodeTarget | null } = {}): number {
  const key = ++lastKey
  const { place = null, url = null } = given
  const upload = newUpload(key, file, {
    ...(url ? { url } : {}),
    ...(place ? { episode_id: place.episode_id } : {}),
  })
  const entry: Entry = {
    ...{ key, file, upload, url, place, name: file.name, bytes: file.size },
    ...{ sent: 0, speed: 0, state: 'waiting', error: null },
  }
  become([...entries, entry])
  if (url) next()
  else
    void upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous) upload.resumeFromPreviousUpload(previous)
      })
      .catch(() => {})
      .finally(next)
  return key
}

/** Files on their way from this page: they go on while one is elsewhere in the studio. */
export const uploadQueue = {
  current: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  whenDone(hearer: () => void) {
    onSuccess.add(hearer)
    return () => void onSuccess.delete(hearer)
  },
  /** Takes files in; one that was begun in this browser goes on where it was. */
  add(files: Iterable<File>) {
    for (const file of files) add(file)
  },
  /** Goes on with what the server has the beginning of. */
  goOn: (file: File, url: string, place: EpisodeTarget | null) => add(file, { url, place }),
  pause(key: number) {
    void find(key)?.upload.abort()
    change(key, { state: 'paused', speed: 0 })
    next()
  },
  resume(key: number) {
    change(key, { state: 'waiting', error: null })
    next()
  },
  setPlace: (key: number, place: EpisodeTarget | null) => change(key, { place }),
  /** Forgets a file here, and there too where it is not done. */
  async remove(key: number) {
    const entry = find(key)
    if (!entry) return
    become(entries.filter((one) => one.key !== key))
    if (entry.state !== 'done') await entry.upload.abort(true).catch(() => {})
    next()
  },
  /** Whether leaving the page would stop something. */
  isBusy: () => entries.some(({ state }) => ['sending', 'retrying', 'waiting'].includes(state)),
}
