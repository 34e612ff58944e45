import { useRef, type PointerEvent } from 'react'
import {
  useMediaState,
  usePlayer,
  useMediaRequests,
} from '#web/features/player/hooks/player-context.tsx'
import { ControlButton, sliderKeyHandler } from './control-primitives.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { VolumeHighIcon, VolumeOffIcon, VolumeLowIcon } from './icons.tsx'

/** Mute button, and a slider where there is room and the volume is settable. */
export function VolumeControl() {
  const { showFeedback } = usePlayer()
  const requests = useMediaRequests()
  const volume = useMediaState((state) => state.volume)
  const muted = useMediaState((state) => state.muted)
  const isSettable = useMediaState((state) => state.volume_settable)
  const track = useRef<HTMLDivElement>(null)
  const shownVolume = muted ? 0 : volume
  const Icon =
    shownVolume === 0 ? VolumeOffIcon : shownVolume < 0.5 ? VolumeLowIcon : VolumeHighIcon

  function setFromPointer(event: PointerEvent) {
    const box = track.current!.getBoundingClientRect()
    requests.setVolume((event.clientX - box.left) / box.width)
  }
  const onKeyDown = sliderKeyHandler({
    ArrowLeft: () => requests.adjustVolume(-0.05),
    ArrowDown: () => requests.adjustVolume(-0.05),
    ArrowRight: () => requests.adjustVolume(0.05),
    ArrowUp: () => requests.adjustVolume(0.05),
    PageDown: () => requests.adjustVolume(-0.2),
    PageUp: () => requests.adjustVolume(0.2),
    Home: () => requests.setVolume(0),
    End: () => requests.setVolume(1),
  })

  return (
    <div className="player-volume flex items-center">
      <ControlButton
        label={muted ? playerMessages.unmute : playerMessages.mute}
        onClick={() => {
          requests.setMuted(!muted)
          showFeedback(playerMessages.volume_feedback(volume, !muted))
        }}
      >
        <Icon />
      </ControlButton>
      {isSettable && (
        <div
          ref={track}
          role="slider"
          tabIndex={0}
          aria-label={playerMessages.volume}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(shownVolume * 100)}
          aria-valuetext={playerMessages.volume_value(volume, muted)}
          className="player-volume-slider"
          style={{ '--volume': shownVolume } as Record<string, number>}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setFromPointer(event)
          }}
          onPointerMove={(event) =>
            event.currentTarget.hasPointerCapture(event.pointerId) && setFromPointer(event)
          }
          onKeyDown={onKeyDown}
        >
          <span />
        </div>
      )}
    </div>
  )
}
