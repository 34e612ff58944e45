import type Hls from 'hls.js'
import { type RefObject, useEffect, useState } from 'react'
import { loadHls } from './hls-loader.ts'
import { hasMediaSource, supportsNativeHls } from './hls-source.ts'

/**
 * Plays an HLS playlist in a video element with native controls.
 * @param url the playlist; later values are ignored, because a refetch signs a new URL for the same video.
 * @returns whether it failed.
 */
export function useHlsSource(
  video: RefObject<HTMLVideoElement | null>,
  url: string | undefined,
): boolean {
  const [hasFailed, setHasFailed] = useState(false)
  const [initialUrl, setInitialUrl] = useState(url)
  if (initialUrl === undefined && url !== undefined) setInitialUrl(url)

  useEffect(() => {
    const element = video.current
    if (!element || !initialUrl) return
    if (!hasMediaSource() && supportsNativeHls()) {
      element.setAttribute('src', initialUrl)
      return
    }
    let hls: Hls | undefined
    let isUnmounted = false
    loadHls()
      .then((HlsClass) => {
        if (isUnmounted) return
        hls = new HlsClass({ enableWorker: false, capLevelToPlayerSize: true })
        hls.on(HlsClass.Events.ERROR, (_event, { fatal }) => fatal && setHasFailed(true))
        hls.loadSource(initialUrl)
        hls.attachMedia(element)
      })
      .catch(() => setHasFailed(true))
    return () => {
      isUnmounted = true
      hls?.destroy()
    }
  }, [initialUrl, video])
  return hasFailed
}
