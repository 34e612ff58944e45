import { useRef, type PointerEvent } from 'react'
import { useFact, usePlayer, useWishes } from '#web/features/player/core/player-context.tsx'
import { ControlButton } from './control-primitives.tsx'
import { copy } from '#web/features/player/messages.ko.ts'
import { LoudIcon, MutedIcon, QuietIcon } from './icons.tsx'
import { sliderKeys } from './control-primitives.tsx'

/** Mute button, and a slider where there is room and the system lets us set the volume. */
export function Volume() {
  const { tell } = usePlayer()
  const wishes = useWishes()
  const volume = useFact((facts) => facts.volume)
  const muted = useFact((facts) => facts.muted)
  const settable = useFact((facts) => facts.can_set_volume)
  const track = useRef<HTMLDivElement>(null)
  const shown = muted ? 0 : volume
  const Icon = shown === 0 ? MutedIcon : shown < 0.5 ? QuietIcon : LoudIcon

  function point(event: PointerEvent) {
    const box = track.current!.getBoundingClientRect()
    wishes.setVolume((event.clientX - box.left) / box.width)
  }
  const onKeyDown = sliderKeys({
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
        label={muted ? copy.unmute : copy.mute}
        onClick={() => {
          wishes.setMuted(!muted)
          tell(copy.volume_notice(volume, !muted))
        }}
      >
        <Icon />
      </ControlButton>
      {settable && (
        <div
          ref={track}
          role="slider"
          tabIndex={0}
          aria-label={copy.volume}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(shown * 100)}
          aria-valuetext={copy.volume_value(volume, muted)}
          className="player-volume-slider"
          style={{ '--level': shown } as Record<string, number>}
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
