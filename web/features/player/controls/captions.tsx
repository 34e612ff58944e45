import type { Caption } from '#contract/playback/playback.ts'
import { selectCaptions } from '#contract/contents/caption-languages.ts'
import { useRef, useEffect, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import {
  useMediaState,
  usePreference,
  usePlayer,
} from '#web/features/player/hooks/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'

/**
 * Captions rendered by the player, so that size and background are the same in every browser and stay above the
 * control bar. They follow the video into a picture-in-picture window; the browser's own window draws its own.
 */
export function Captions({ captions }: { captions: readonly Caption[] }) {
  const layer = useRef<HTMLDivElement>(null)
  const caption = useSelectedCaption(captions)
  const cues = useActiveCues(caption, layer)
  const size = usePreference((preferences) => preferences.caption_size)
  const background = usePreference((preferences) => preferences.caption_background)
  const pipView = useMediaState((state) => state.pip_view)
  const lines = (
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
  return pipView ? createPortal(lines, pipView) : lines
}

/** Returns the cue text with bold, italic and underline, without the file's CSS classes. */
function contentOf(cue: VTTCue): DocumentFragment {
  const content = cue.getCueAsHTML()
  for (const element of content.querySelectorAll('[class]')) element.removeAttribute('class')
  return content
}

/** Returns the caption file of the preferred language, if the video has one. */
export function useSelectedCaption(captions: readonly Caption[]): Caption | null {
  const language = usePreference((preferences) => preferences.caption)
  return (language !== null && selectCaptions(captions, language)) || null
}

/**
 * Firefox draws captions in its picture-in-picture window only from a track that is showing, and does not report the
 * window to the page. Its track is therefore always showing, and a style sheet hides the cues in the page. See
 * decisions/0032-small-window-captions.
 */
const isGecko = () => CSS.supports('-moz-appearance', 'none')

/**
 * Returns the active cues of a caption file. Its `<track>` is hidden rather than disabled: the browser then loads and
 * parses the file and fires `cuechange`, but draws nothing.
 * @param layer an element inside the player that contains the `<track>`.
 */
function useActiveCues(
  caption: Caption | null,
  layer: RefObject<HTMLElement | null>,
): readonly VTTCue[] {
  const { showFeedback } = usePlayer()
  const isDrawnByBrowser = useMediaState((state) => state.pip && !state.pip_view)
  const [cues, setCues] = useState<readonly VTTCue[]>([])
  const url = caption?.url

  useEffect(() => {
    setCues([])
    if (url === undefined) return
    const elements = layer.current?.closest('.player')?.querySelectorAll('track') ?? []
    const element = [...elements].find((option) => option.getAttribute('src')?.startsWith(url))
    if (!element) return
    const { track } = element
    const stop = new AbortController()
    const { signal } = stop
    const update = () => setCues([...(track.activeCues ?? [])] as VTTCue[])
    track.addEventListener('cuechange', update, { signal })
    element.addEventListener('error', () => showFeedback(playerMessages.captions_failed), {
      signal,
    })
    track.mode = isDrawnByBrowser || isGecko() ? 'showing' : 'hidden'
    // Browsers request a failed file again only at another URL.
    if (element.readyState === HTMLTrackElement.ERROR) {
      const failed = element.getAttribute('src')
      element.setAttribute('src', failed === url ? `${url}#again` : url)
    }
    update()
    return () => {
      stop.abort()
      track.mode = 'disabled'
    }
  }, [url, layer, showFeedback, isDrawnByBrowser])

  return isDrawnByBrowser ? [] : cues
}
