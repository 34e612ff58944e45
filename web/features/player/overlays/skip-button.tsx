import type { Video } from '#contract/playback/playback.ts'
import { useMediaState } from '#web/features/player/hooks/player-context.tsx'
import type { Commands } from '#web/features/player/core/commands.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { NextEpisodeIcon } from '#web/features/player/controls/control-primitives.tsx'
import { isInOpening } from '#web/features/player/controls/chapters.ts'

/** Visible during the opening, whether or not the controls are. */
export function SkipButton({ video, commands }: { video: Video; commands: Commands }) {
  const isVisible = useMediaState(
    (state) => state.has_played && isInOpening(state.current_time, video.markers),
  )
  if (!isVisible) return null
  return (
    <button type="button" className="player-skip-button" onClick={() => commands.skip_opening()}>
      {playerMessages.skip_opening}
      <NextEpisodeIcon className="size-5" />
    </button>
  )
}
