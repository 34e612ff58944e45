import type { Trailer } from '#contract/playback/playback.ts'
import { useEffect, useRef, useState } from 'react'
import { trailerSeconds } from '#contract/contents/trailer-length.ts'

/**
 * A clip that plays by itself, over an image of the same size, which stays visible until the first frame and if the clip
 * does not load. Pauses while it is off the screen.
 */
export function ClipVideo({
  clip,
  max_height,
  isPaused = false,
  isMuted = true,
  onPlaying,
  onEnded,
}: {
  clip: NonNullable<Trailer['clip']>
  max_height: number
  isPaused?: boolean
  isMuted?: boolean
  onPlaying?: () => void
  /** Also called if the clip does not load. */
  onEnded?: () => void
}) {
  const element = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isVisible, setIsVisible] = useState(true)
  const [isLoaded, setIsLoaded] = useState(false)
  const callbacks = useRef({ onPlaying, onEnded })
  useEffect(() => {
    callbacks.current = { onPlaying, onEnded }
  }, [onPlaying, onEnded])

  useEffect(() => {
    const video = element.current
    if (!video) return
    const controller = new AbortController()
    const { signal } = controller
    loadClip(video, clip, { max_height, signal }).then(
      () => setIsLoaded(true),
      () => signal.aborted || callbacks.current.onEnded?.(),
    )
    const observer = new IntersectionObserver(
      ([entry]) => setIsVisible((entry?.intersectionRatio ?? 1) > 0.4),
      { threshold: [0.4] },
    )
    observer.observe(video)
    return () => {
      controller.abort()
      observer.disconnect()
      video.removeAttribute('src')
      video.load()
    }
  }, [clip, max_height])

  useEffect(() => {
    const video = element.current
    if (!video || !isLoaded) return
    if (isPaused || !isVisible) return video.pause()
    // Refused where the browser lets nothing play by itself; the image stays.
    video.play().catch(() => callbacks.current.onEnded?.())
  }, [isLoaded, isPaused, isVisible])

  return (
    <video
      ref={element}
      muted={isMuted}
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => {
        setIsPlaying(true)
        onPlaying?.()
      }}
      onEnded={() => {
        setIsPlaying(false)
        onEnded?.()
      }}
      className={`absolute inset-0 size-full object-cover transition-opacity duration-(--duration-slow) ${isPlaying ? '' : 'opacity-0'}`}
    />
  )
}

/** The part of an HLS rendition that covers a clip. */
type ClipSegments = {
  /** URLs of the initialization section and of the segments, in order. */
  urls: string[]
  /** The start of the first segment, in seconds of the film. */
  start: number
}

/**
 * Selects the segments of a media playlist (RFC 8216) from the one that contains `start`, for at least `seconds`.
 * @param playlist_url the address of `playlist`, which its URIs are relative to.
 */
export function selectClipSegments(
  playlist: string,
  playlist_url: string,
  { start, seconds }: { start: number; seconds: number },
): ClipSegments {
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1]
  const segments: ClipSegments = { urls: [], start: 0 }
  let at = 0
  for (const [, length, uri = ''] of playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n([^#\n]+)/g)) {
    const end = at + Number(length)
    if (end > start && (segments.urls.length === 0 || at < segments.start + seconds)) {
      if (segments.urls.length === 0) segments.start = at
      segments.urls.push(uri)
    }
    at = end
  }
  const urls = init === undefined ? segments.urls : [init, ...segments.urls]
  return { ...segments, urls: urls.map((uri) => playlist_url.replace(/[^/]*$/, uri.trim())) }
}

type Clip = NonNullable<Trailer['clip']>
type Track = { playlist_url: string; codecs: string }

/** Whether the browser can join segments itself, and neither the person nor the connection asks for less. */
export function canPlayClips(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return (
    'MediaSource' in window &&
    !connection?.saveData &&
    (connection?.effectiveType ?? '4g') === '4g' &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/**
 * Loads a clip into a video element, whose time then runs from 0 to `trailerSeconds`. Joins the segments by Media Source
 * Extensions, because hls.js is far larger.
 * @param max_height the largest rendition, as the shorter side in pixels.
 */
async function loadClip(
  video: HTMLVideoElement,
  clip: Clip,
  { max_height, signal }: { max_height: number; signal: AbortSignal },
): Promise<void> {
  const [smallest, ...larger] = clip.videos
  if (!smallest) return
  const picture = larger.findLast(({ height }) => height <= max_height) ?? smallest
  const tracks = [
    { type: 'video', track: picture },
    ...(clip.audio ? [{ type: 'audio', track: clip.audio }] : []),
  ]
  const parts = await Promise.all(
    tracks.map(({ track }) => readSegments(track, clip.start, signal)),
  )
  const source = new MediaSource()
  const url = URL.createObjectURL(source)
  video.src = url
  await once(source, 'sourceopen', signal)
  URL.revokeObjectURL(url)
  const start = parts[0]?.start ?? 0
  // All before the first `append`: browsers fix the number of tracks with the first initialization section.
  const buffers = tracks.map(({ type, track }) => {
    const buffer = source.addSourceBuffer(`${type}/mp4; codecs="${track.codecs}"`)
    buffer.timestampOffset = -start
    buffer.appendWindowEnd = trailerSeconds
    return buffer
  })
  await Promise.all(
    buffers.map(async (buffer, index) => {
      for (const part of parts[index]?.urls ?? []) {
        const bytes = await (await request(part, signal)).arrayBuffer()
        signal.throwIfAborted()
        buffer.appendBuffer(bytes)
        await once(buffer, 'updateend', signal)
      }
    }),
  )
  source.endOfStream()
}

async function readSegments(
  { playlist_url }: Track,
  start: number,
  signal: AbortSignal,
): Promise<ClipSegments> {
  const playlist = await (await request(playlist_url, signal)).text()
  return selectClipSegments(playlist, playlist_url, { start, seconds: trailerSeconds })
}

async function request(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return response
}

const once = (target: EventTarget, type: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    target.addEventListener(type, () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
  })
