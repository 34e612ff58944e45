import { videoPath } from '#web/routing/paths.ts'
import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { hlsUrl } from './engines/hls-loader.ts'

/** After everything on the screen. */
const lowPriority = { fetchPriority: 'low' } as const

/** Milliseconds after the page load that are left to the page's own requests, such as reviews. */
const idleDelay_ms = 3_000

/**
 * Prefetches the player on pages that lead to a video, once the page has loaded and is idle, and not with Save-Data.
 * These files are the same for every video.
 */
export function PlayerPrefetch({ episode }: { episode: number }) {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData: boolean } }
    if (connection?.saveData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const startTimer = () => {
      timer = setTimeout(() => setIsIdle(true), idleDelay_ms)
    }
    if (document.readyState === 'complete') startTimer()
    else addEventListener('load', startTimer, { once: true })
    return () => {
      removeEventListener('load', startTimer)
      clearTimeout(timer)
    }
  }, [])
  if (!isIdle) return null
  return (
    <>
      <PrefetchPageLinks page={videoPath(episode)} {...lowPriority} />
      <link rel="modulepreload" href={hlsUrl} {...lowPriority} />
    </>
  )
}
