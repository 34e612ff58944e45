import type { Caption } from '#contract/contents/playback.ts'
import { useRef, useEffect, useState, type RefObject } from 'react'
import { usePreference, usePlayer } from '#web/features/player/core/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'

/** Captions drawn by us, so that size and background are the same in every browser, above the control bar. */
export function Captions({ captions }: { captions: readonly Caption[] }) {
  const layer = useRef<HTMLDivElement>(null)
  const caption = useSelectedCaption(captions)
  const cues = useActiveCues(caption, layer)
  const size = usePreference((choices) => choices.caption_size)
  const background = usePreference((choices) => choices.caption_background)
  return (
    <div
      ref={layer}
      className="player-captions"
      data-size={size}
      data-background={background}
      lang={caption?.language}
    >
      {cues.map((cue, index) => (
        <p key={index}>
          <span ref={(element) => element?.replaceChildren(contentOf(cue))} />
        </p>
      ))}
    </div>
  )
}

/** Cue text with its bold, italic and underlined parts. Classes of the file are not ours. */
function contentOf(cue: VTTCue): DocumentFragment {
  const content = cue.getCueAsHTML()
  for (const element of content.querySelectorAll('[class]')) element.removeAttribute('class')
  return content
}

/** The caption file in use: the chosen language, if this film has it. */
export function useSelectedCaption(captions: readonly Caption[]): Caption | null {
  const language = usePreference((choices) => choices.caption)
  return captions.find((one) => one.language === language) ?? null
}

/**
 * Returns the cues of a caption file that are on screen now. Its `<track>` is hidden rather than disabled: the browser
 * then loads and parses the file and reports when the cues change, but draws none.
 * @param layer an element on the stage that has the `<track>`.
 */
function useActiveCues(
  caption: Caption | null,
  layer: RefObject<HTMLElement | null>,
): readonly VTTCue[] {
  const { tell } = usePlayer()
  const [cues, setCues] = useState<readonly VTTCue[]>([])
  const url = caption?.url

  useEffect(() => {
    setCues([])
    if (url === undefined) return
    const elements = layer.current?.closest('.player')?.querySelectorAll('track') ?? []
    const element = [...elements].find((one) => one.getAttribute('src')?.startsWith(url))
    if (!element) return
    const { track } = element
    const stop = new AbortController()
    const { signal } = stop
    const update = () => setCues([...(track.activeCues ?? [])] as VTTCue[])
    track.addEventListener('cuechange', update, { signal })
    element.addEventListener('error', () => tell(playerMessages.captions_failed), { signal })
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
