import type { Caption } from '#contract/contents/playback.ts'
import { useChoice } from './chrome.ts'
import { useChosenCaption, useCues } from './use-cues.ts'

/** Captions drawn by us, so that size and background are the same in every browser, above the control bar. */
export function CaptionLayer({ captions }: { captions: readonly Caption[] }) {
  const caption = useChosenCaption(captions)
  const cues = useCues(caption)
  const size = useChoice((choices) => choices.caption_size)
  const background = useChoice((choices) => choices.caption_background)
  return (
    <div
      className="player-captions"
      data-size={size}
      data-background={background}
      lang={caption?.language}
    >
      {cues.map((cue) => (
        <p key={`${cue.start}-${cue.end}-${cue.runs[0]?.text}`}>
          <span>
            {cue.runs.map((run, index) => (
              <span
                key={index}
                className={`${run.bold ? 'font-bold' : ''} ${run.italic ? 'italic' : ''} ${run.underline ? 'underline' : ''}`}
              >
                {run.text}
              </span>
            ))}
          </span>
        </p>
      ))}
    </div>
  )
}
