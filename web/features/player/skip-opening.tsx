import type { Video } from '#contract/contents/playback.ts'
import { useFact } from './chrome.ts'
import type { Commands } from './commands.ts'
import { copy } from './copy.ts'
import { NextIcon } from './icons.tsx'
import { inOpening } from './next-episode.ts'

/** Stands above the control bar all through the opening, whether or not the controls are shown. */
export function SkipOpening({ video, commands }: { video: Video; commands: Commands }) {
  const offered = useFact((facts) => facts.started && inOpening(facts.time, video.markers))
  if (!offered) return null
  return (
    <button type="button" className="player-skip" onClick={() => commands.skip_opening()}>
      {copy.skip_opening}
      <NextIcon className="size-5" />
    </button>
  )
}
