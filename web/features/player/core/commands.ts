import type { Video } from '#contract/contents/playback.ts'
import type { PlayerContextValue } from './player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { isInOpening } from '#web/features/player/controls/chapters.ts'
import { digitFraction, type PlayerCommand } from './keyboard-shortcuts.ts'

/** Every command of a key, a button or a media key; `code` is the pressed key where it matters. */
export type Commands = { [C in PlayerCommand]: (code?: string) => void }

const step = 10

/**
 * Commands on one film: a wish, and the word that says what it will be once the element has done it.
 */
export function createCommands(
  context: PlayerContextValue,
  video: Video,
  { goTo, openList }: { goTo: (episode: number) => void; openList: () => void },
): Commands {
  const { player, tell } = context
  const { facts, wishes, choices } = player

  function seekBy(seconds: number, notice: string) {
    wishes.seekBy(seconds)
    tell(notice)
  }
  function louderBy(change: number) {
    wishes.changeVolume(change)
    // Wishes for sound and speed are remembered as they were carried out.
    const { volume, muted } = choices.get()
    tell(playerMessages.volume_notice(volume, muted))
  }
  function stepRate(direction: 1 | -1) {
    wishes.stepRate(direction)
    tell(playerMessages.rate_notice(choices.get().rate))
  }

  return {
    toggle_play() {
      const { paused } = facts.get()
      wishes.togglePlay()
      tell(paused ? playerMessages.play : playerMessages.pause)
    },
    back: () => seekBy(-step, playerMessages.back_notice),
    forward: () => seekBy(step, playerMessages.forward_notice),
    louder: () => louderBy(0.05),
    quieter: () => louderBy(-0.05),
    mute() {
      const { muted, volume } = facts.get()
      wishes.setMuted(!muted)
      tell(playerMessages.volume_notice(volume || 0.5, !muted))
    },
    fullscreen: () => wishes.toggleFullscreen(),
    captions() {
      if (video.captions.length === 0) return tell(playerMessages.no_captions)
      const shown = video.captions.find((one) => one.language === choices.get().caption)
      const korean = video.captions.find((one) => one.language.startsWith('ko'))
      const next = shown ? null : (korean ?? video.captions[0]!)
      choices.set({ caption: next?.language ?? null })
      tell(playerMessages.captions_notice(next?.label ?? null))
    },
    pip: () => wishes.togglePip(),
    slower: () => stepRate(-1),
    faster: () => stepRate(1),
    seek_percent: (code = '0') => wishes.seekTo(facts.get().duration * digitFraction(code)),
    start: () => wishes.seekTo(0),
    end: () => wishes.seekTo(facts.get().duration),
    skip_opening() {
      const { opening } = video.markers
      if (!opening || !isInOpening(facts.get().time, video.markers)) return
      wishes.seekTo(opening.end)
      tell(playerMessages.skipped_opening)
    },
    next_episode: () => video.next_episode && goTo(video.next_episode.id),
    previous_episode: () => video.previous_episode && goTo(video.previous_episode.id),
    list: openList,
  }
}
