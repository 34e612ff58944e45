import { selectCaptions } from '#contract/contents/caption-languages.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/playback/playback.ts'
import type { PlayerContextValue } from './player.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { openEpisodePanel } from '#web/features/player/episodes/open-episode-panel.ts'
import { isInOpening } from '#web/features/player/controls/chapters.ts'
import { digitFraction, type PlayerCommand } from './keyboard-shortcuts.ts'

/** Player commands, run by keys, buttons and media keys. `code` is the pressed key, for digits. */
export type Commands = { [C in PlayerCommand]: (code?: string) => void }

const seekStep_s = 10

/** Opens the list of shortcuts, which is loaded with the first use. */
export function openShortcuts(
  context: PlayerContextValue,
  orientation: Episode['episode_video_orientation'],
): void {
  import('#web/features/player/controls/shortcuts-dialog.tsx').then(
    ({ openShortcutsDialog }) => openShortcutsDialog(context, orientation),
    () => {},
  )
}

/** Creates the commands for one video. Each sends a media request and shows feedback. */
export function createCommands(
  context: PlayerContextValue,
  video: Video,
  { goTo, openList: openShortcuts }: { goTo: (episode: number) => void; openList: () => void },
): Commands {
  const { player, controls, showFeedback } = context
  const { media, requests, preferences } = player

  function seekBy(seconds: number, text: string) {
    requests.seekBy(seconds)
    showFeedback(text)
  }
  function adjustVolume(change: number) {
    requests.adjustVolume(change)
    // Requests store volume and rate synchronously; the media state follows with the element's events.
    const { volume, muted } = preferences.getState()
    showFeedback(playerMessages.volume_feedback(volume, muted))
  }
  function stepRate(direction: 1 | -1) {
    requests.stepPlaybackRate(direction)
    showFeedback(playerMessages.rate_feedback(preferences.getState().rate))
  }

  return {
    toggle_play() {
      const { paused } = media.getState()
      requests.togglePlay()
      showFeedback(paused ? playerMessages.play : playerMessages.pause)
    },
    seek_backward: () => seekBy(-seekStep_s, playerMessages.seek_backward_feedback),
    seek_forward: () => seekBy(seekStep_s, playerMessages.seek_forward_feedback),
    volume_up: () => adjustVolume(0.05),
    volume_down: () => adjustVolume(-0.05),
    toggle_mute() {
      const { muted, volume } = media.getState()
      requests.setMuted(!muted)
      showFeedback(playerMessages.volume_feedback(volume || 0.5, !muted))
    },
    toggle_fullscreen: () => requests.toggleFullscreen(),
    toggle_captions() {
      if (video.captions.length === 0) return showFeedback(playerMessages.no_captions)
      const { caption } = preferences.getState()
      const selected = caption !== null && selectCaptions(video.captions, caption)
      const next = selected ? null : (selectCaptions(video.captions, 'ko') ?? video.captions[0]!)
      preferences.setState({ caption: next?.language ?? null })
      showFeedback(playerMessages.captions_feedback(next?.label ?? null))
    },
    toggle_pip: () => requests.togglePip(),
    rate_down: () => stepRate(-1),
    rate_up: () => stepRate(1),
    seek_percent: (code = '0') => requests.seekTo(media.getState().duration * digitFraction(code)),
    seek_to_start: () => requests.seekTo(0),
    seek_to_end: () => requests.seekTo(media.getState().duration),
    skip_opening() {
      const { opening } = video.markers
      if (!opening || !isInOpening(media.getState().current_time, video.markers)) return
      requests.seekTo(opening.end)
      showFeedback(playerMessages.opening_skipped)
    },
    next_episode: () => video.next_episode && goTo(video.next_episode.id),
    previous_episode: () => video.previous_episode && goTo(video.previous_episode.id),
    show_episodes: openEpisodePanel,
    toggle_stats: () => controls.setState({ stats_open: !controls.getState().stats_open }),
    show_shortcuts: openShortcuts,
  }
}
