import type { Caption } from '#contract/contents/playback.ts'
import { useRef } from 'react'
import { useChoice } from './chrome.ts'
import { useChosenCaption, useCues } from './use-cues.ts'

/** Captions drawn by us, so that size and background are the same in every browser, above the control bar. */
export function CaptionLayer({ captions }: { captions: readonly Caption[] }) {
  const layer = useRef<HTMLDivElement>(null)
  const caption = useChosenCaption(captions)
  const cues = useCues(caption, layer)
  const size = useChoice((choices) => choices.caption_size)
  const background = useChoice((choices) => choices.caption_background)
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
