import { useRef, type PointerEvent } from 'react'
import {
  useMediaState,
  usePlayer,
  useMediaRequests,
} from '#web/features/player/core/player-context.tsx'
import { ControlButton } from './control-primitives.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { VolumeHighIcon, VolumeOffIcon, VolumeLowIcon } from './icons.tsx'
import { sliderKeyHandler } from './control-primitives.tsx'

/** Mute button, and a slider where there is room and the system lets us set the volume. */
export function VolumeControl() {
  const { tell } = usePlayer()
  const wishes = useMediaRequests()
  const volume = useMediaState((facts) => facts.volume)
  const muted = useMediaState((facts) => facts.muted)
  const settable = useMediaState((facts) => facts.can_set_volume)
  const track = useRef<HTMLDivElement>(null)
  const shown = muted ? 0 : volume
  const Icon = shown === 0 ? VolumeOffIcon : shown < 0.5 ? VolumeLowIcon : VolumeHighIcon

  function point(event: PointerEvent) {
    const box = track.current!.getBoundingClientRect()
    wishes.setVolume((event.clientX - box.left) / box.width)
  }
  const onKeyDown = sliderKeyHandler({
    ArrowLeft: () => wishes.changeVolume(-0.05),
    ArrowDown: () => wishes.changeVolume(-0.05),
    ArrowRight: () => wishes.changeVolume(0.05),
    ArrowUp: () => wishes.changeVolume(0.05),
    PageDown: () => wishes.changeVolume(-0.2),
    PageUp: () => wishes.changeVolume(0.2),
    Home: () => wishes.setVolume(0),
    End: () => wishes.setVolume(1),
  })

  return (
    <div className="player-volume flex items-center">
      <ControlButton
        label={muted ? playerMessages.unmute : playerMessages.mute}
        onClick={() => {
          wishes.setMuted(!muted)
          tell(playerMessages.volume_notice(volume, !muted))
        }}
      >
        <Icon />
      </ControlButton>
      {settable && (
        <div
          ref={track}
          role="slider"
          tabIndex={0}
          aria-label={playerMessages.volume}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(shown * 100)}
          aria-valuetext={playerMessages.volume_value(volume, muted)}
          className="player-volume-slider"
          style={{ '--volume': shown } as Record<string, number>}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            point(event)
          }}
          onPointerMove={(event) =>
            event.currentTarget.hasPointerCapture(event.pointerId) && point(event)
          }
          onKeyDown={onKeyDown}
        >
          <span />
        </div>
      )}
    </div>
  )
}
