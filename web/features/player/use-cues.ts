import type { Caption } from '#contract/contents/playback.ts'
import { useEffect, useState, type RefObject } from 'react'
import { useChoice, usePlayer } from './chrome.ts'
import { copy } from './copy.ts'

/** The caption file in use: the chosen language, if this film has it. */
export function useChosenCaption(captions: readonly Caption[]): Caption | null {
  const language = useChoice((choices) => choices.caption)
  return captions.find((one) => one.language === language) ?? null
}

/**
 * Returns the cues of a caption file that are on screen now. Its `<track>` is hidden rather than disabled: the browser
 * then loads and parses the file and reports when the cues change, but draws none.
 * @param layer an element on the stage that has the `<track>`.
 */
export function useCues(
  caption: Caption | null,
  layer: RefObject<HTMLElement | null>,
): readonly VTTCue[] {
  const { tell } = usePlayer()
  const [cues, setCues] = useState<readonly VTTCue[]>([])
  const url = caption?.url

  useEffect(() => {
    setCues([])
    if (url === undefined) return
    const elements = layer.current?.closest('.player-stage')?.querySelectorAll('track') ?? []
    const element = [...elements].find((one) => one.getAttribute('src')?.startsWith(url))
    if (!element) return
    const { track } = element
    const stop = new AbortController()
    const { signal } = stop
    const update = () => setCues([...(track.activeCues ?? [])] as VTTCue[])
    track.addEventListener('cuechange', update, { signal })
    element.addEventListener('error', () => tell(copy.captions_failed), { signal })
    track.mode = 'hidden'
    // A browser requests a file that failed again only at another address.
    if (element.readyState === HTMLTrackElement.ERROR) {
      const failed = element.getAttribute('src')
      element.setAttribute('src', failed === url ? `${url}#again` : url)
    }
    update()
    return () => {
      stop.abort()
      track.mode = 'disabled'
    }
  }, [url, layer, tell])

  return cues
}
