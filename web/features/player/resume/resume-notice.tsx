import { useEffect, useState } from 'react'
import {
  useControlsState,
  useMediaState,
  usePlayer,
  useMediaRequests,
} from '#web/features/player/hooks/player-context.tsx'
import { formatTimecode } from '#web/lib/format.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'

/** Visible time in ms; focus inside keeps the notice. */
const visible_ms = 10_000
/** Resume positions below this many seconds need no notice. */
const minPosition_s = 5

/** Shows the resume position and a button to start over, from the first frame on. Needs a new `key` for every video. */
export function ResumeNotice({ position }: { position: number }) {
  const requests = useMediaRequests()
  const hasPlayed = useMediaState((state) => state.has_played)
  // Hidden once the user seeks elsewhere.
  const hasMoved = useMediaState(
    (state) => state.has_played && Math.abs(state.current_time - position) > 20,
  )
  const isOnOtherDevice = useControlsState((controls) => controls.other_device_position !== null)
  const [isOver, setIsOver] = useState(position < minPosition_s)
  const [focused, setFocused] = useState(false)

  useEffect(() => {
    if (!hasPlayed || isOver || focused) return
    const timer = setTimeout(() => setIsOver(true), visible_ms)
    return () => clearTimeout(timer)
  }, [hasPlayed, isOver, focused])

  if (!hasPlayed || isOver || hasMoved || isOnOtherDevice) return null
  return (
    <div
      className="player-resume-notice"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p role="status">{playerMessages.resumed(formatTimecode(position))}</p>
      <button
        type="button"
        onClick={() => {
          requests.seekTo(0)
          setIsOver(true)
        }}
      >
        {playerMessages.start_over}
      </button>
    </div>
  )
}

/** Says that the server cannot be told the progress. The device keeps it until it can. */
export function UnsavedProgressNotice() {
  const isSaved = useControlsState((controls) => controls.progress_saved)
  return (
    <div role="status" className="player-unsaved-notice">
      {!isSaved && <p>{playerMessages.progress_unsaved}</p>}
    </div>
  )
}

/** Offers the position of another device; playing continues there. */
export function OtherDeviceNotice() {
  const { player } = usePlayer()
  const position = useControlsState((controls) => controls.other_device_position)
  if (position === null) return null
  return (
    <div className="player-resume-notice">
      <p role="status">{playerMessages.other_device(formatTimecode(position))}</p>
      <button type="button" onClick={() => player.requests.play()}>
        {playerMessages.other_device_resume}
      </button>
    </div>
  )
}
