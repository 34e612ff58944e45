import { videoPath } from '#web/routing/paths.ts'
import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { hlsUrl } from './engines/hls-loader.ts'

/** After all that is on the screen. */
const low = { fetchPriority: 'low' } as const

/** Milliseconds after a page has come in which what else it wants, such as its reviews, has the line to itself. */
const patience = 3_000

/**
 * Brings the player while a page that leads to a film is read: once it is there and quiet, and not to readers who save
 * data. They are files of the site alone, the same for every film.
 */
export function PlayerPrefetch({ episode }: { episode: number }) {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData: boolean } }
    if (connection?.saveData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const whenThere = () => {
      timer = setTimeout(() => setQuiet(true), patience)
    }
    if (document.readyState === 'complete') whenThere()
    else addEventListener('load', whenThere, { once: true })
    return () => {
      removeEventListener('load', whenThere)
      clearTimeout(timer)
    }
  }, [])
  if (!quiet) return null
  return (
    <>
      <PrefetchPageLinks page={videoPath(episode)} {...low} />
      <link rel="modulepreload" href={hlsUrl} {...low} />
    </>
  )
}
