import { menuMessages } from '#web/features/player/controls/menu-messages.ko.ts'
import type { Video } from '#contract/playback/playback.ts'
import { useMediaState, usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { useEffect, useRef, useState } from 'react'

const { stats: messages } = menuMessages

/** Figures of the playback for those who ask support or compare lines. Read once a second, and not announced. */
export function StatsOverlay({ video }: { video: Video }) {
  const { player, controls } = usePlayer()
  const panel = useRef<HTMLDListElement>(null)
  const renditions = useMediaState((state) => state.renditions)
  const height = useMediaState((state) => state.active_rendition_height)
  const quality = useMediaState((state) => state.quality)
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [, setSeconds] = useState(0)
  useEffect(() => {
    setElement(panel.current?.closest('.player')?.querySelector('video') ?? null)
    const timer = setInterval(() => setSeconds((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  const { current_time, buffered_end } = player.media.getState()
  const { bandwidth } = player.preferences.getState()
  const bitrate = renditions.find((rendition) => rendition.height === height)?.bitrate
  const frames = element?.getVideoPlaybackQuality()
  const rows: Readonly<Record<keyof typeof messages.names, string>> = {
    episode: `#${video.episode.id}`,
    picture: element ? messages.size(element.videoWidth, element.videoHeight) : messages.unknown,
    quality: quality === 'auto' ? playerMessages.quality_auto : playerMessages.quality_of(quality),
    bitrate: bitrate ? messages.mbps(bitrate) : messages.unknown,
    bandwidth: bandwidth ? messages.mbps(bandwidth) : messages.unknown,
    buffer: messages.seconds(Math.max(0, buffered_end - current_time)),
    frames: frames
      ? messages.dropped(frames.droppedVideoFrames, frames.totalVideoFrames)
      : messages.unknown,
  }
  return (
    <section aria-label={messages.title} className="player-stats">
      <dl ref={panel}>
        {Object.entries(messages.names).map(([key, name]) => (
          <div key={key} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd>{rows[key as keyof typeof rows]}</dd>
          </div>
        ))}
      </dl>
      <IconButton
        icon="close"
        label={messages.close}
        onClick={() => controls.setState({ stats_open: false })}
      />
    </section>
  )
}
