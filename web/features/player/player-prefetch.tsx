import { videoPath } from '#web/routing/paths.ts'
import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { hlsUrl } from './engines/hls-loader.ts'

/** After everything on the screen. */
const lowPriority = { fetchPriority: 'low' } as const

/** Milliseconds after the page load that are left to the page's own requests, such as reviews. */
const idleDelay_ms = 3_000

/**
 * Prefetches the player on pages that lead to a video, once the page has loaded and is idle, and not with Save-Data. A
 * pointer on a link to a video is not waited for: React Router would import its files one after the other. These files are
 * the same for every video.
 */
export function PlayerPrefetch({ episode }: { episode: number }) {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData: boolean } }
    if (connection?.saveData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onPointer = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href^="/video/"]')) setIsWanted(true)
    }
    const startTimer = () => {
      timer = setTimeout(() => setIsWanted(true), idleDelay_ms)
    }
    if (document.readyState === 'complete') startTimer()
    else addEventListener('load', startTimer, { once: true })
    const pointerEvents = ['pointerover', 'pointerdown']
    for (const type of pointerEvents) addEventListener(type, onPointer, { passive: true })
    return () => {
      for (const type of pointerEvents) removeEventListener(type, onPointer)
      removeEventListener('load', startTimer)
      clearTimeout(timer)
    }
  }, [])
  if (!isWanted) return null
  return (
    <>
      <PrefetchPageLinks page={videoPath(episode)} {...lowPriority} />
      <link rel="modulepreload" href={hlsUrl} {...lowPriority} />
    </>
  )
}
