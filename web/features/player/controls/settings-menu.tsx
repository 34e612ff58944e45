import { menuMessages } from '#web/features/player/controls/menu-messages.ko.ts'
import type { Video } from '#contract/playback/playback.ts'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { useId, type ReactNode } from 'react'
import {
  useControlsState,
  usePreference,
  useMediaState,
  usePlayer,
  useMediaRequests,
} from '#web/features/player/hooks/player-context.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { gestureMessages, playerMessages } from '#web/features/player/messages.ko.ts'
import { useSelectedCaption } from './captions.tsx'
import { PipIcon, VolumeHighIcon, VolumeOffIcon, settingsMenuId } from './control-primitives.tsx'
import { sleepChoices } from '#web/features/player/core/player.ts'
import { setSleepTimer } from './sleep-timer.ts'
import { openShortcutsDialog } from './shortcuts-dialog.tsx'
import {
  captionBackgrounds,
  captionSizes,
  playbackRates,
} from '#web/features/player/core/preferences.ts'
import './settings-menu.css'

/**
 * All settings in one menu: next to its button where there is room, a bottom sheet on phones. As a native popover it
 * leaves Escape, light dismiss and focus restoration to the browser.
 */
export function SettingsMenu({ video }: { video: Video }) {
  const { controls } = usePlayer()
  const requests = useMediaRequests()
  const rate = useMediaState((state) => state.playback_rate)
  return (
    <div
      id={settingsMenuId}
      popover="auto"
      role="dialog"
      aria-label={playerMessages.settings}
      className="player-settings-menu"
      onBeforeToggle={(event) => event.newState === 'open' && positionMenu(event.currentTarget)}
      onToggle={(event) => controls.setState({ settings_open: event.newState === 'open' })}
    >
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-lg">{playerMessages.settings}</h2>
        <IconButton
          icon="close"
          label={playerMessages.settings_close}
          className="-mr-2"
          popoverTarget={settingsMenuId}
          popoverTargetAction="hide"
        />
      </div>
      <QualityOptions />
      <OptionGroup
        title={playerMessages.speed}
        value={String(rate)}
        options={playbackRates.map((option) => ({
          value: String(option),
          name: playerMessages.rate(option),
        }))}
        onSelect={(value) => requests.setPlaybackRate(Number(value))}
      />
      {video.captions.length === 0 ? (
        <p className="mt-5 text-sm text-foreground-muted">{playerMessages.no_captions}</p>
      ) : (
        <CaptionOptions captions={video.captions} />
      )}
      <SleepOptions />
      <MenuRows video={video} />
    </div>
  )
}

function SleepOptions() {
  const context = usePlayer()
  const sleep = useControlsState((state) => state.sleep)
  return (
    <>
      <OptionGroup
        title={menuMessages.sleep}
        value={sleep?.choice ?? 'off'}
        options={sleepChoices.map((value) => ({
          value,
          name: menuMessages.sleep_choices[value],
        }))}
        onSelect={(value) => setSleepTimer(context, value)}
      />
      {sleep?.ends_at && (
        <p className="mt-2 text-sm text-foreground-muted">
          {menuMessages.sleep_at(formatClock(sleep.ends_at))}
        </p>
      )}
    </>
  )
}

/** The time of day of this device. */
const formatClock = (time: number) =>
  new Date(time).toLocaleTimeString('ko-KR', { hour: 'numeric', minute: '2-digit' })

function QualityOptions() {
  const { showFeedback } = usePlayer()
  const requests = useMediaRequests()
  const quality = useMediaState((state) => state.quality)
  const activeHeight = useMediaState((state) => state.active_rendition_height)
  const renditions = useMediaState((state) => state.renditions)
  const heights = [...new Set(renditions.map(({ height }) => height))].toSorted((a, b) => b - a)
  const automatic =
    quality === 'auto' && activeHeight !== null
      ? playerMessages.quality_auto_with_height(activeHeight)
      : playerMessages.quality_auto
  return (
    <OptionGroup
      title={playerMessages.quality}
      value={String(quality)}
      options={[
        { value: 'auto', name: automatic },
        ...heights.map((height) => ({
          value: String(height),
          name: playerMessages.quality_of(height),
        })),
      ]}
      onSelect={(value) => {
        const chosen = value === 'auto' ? value : Number(value)
        requests.setQuality(chosen)
        showFeedback(playerMessages.quality_feedback(chosen))
      }}
    />
  )
}

function CaptionOptions({ captions }: Pick<Video, 'captions'>) {
  const { preferences } = usePlayer().player
  const size = usePreference((state) => state.caption_size)
  const background = usePreference((state) => state.caption_background)
  const language = useSelectedCaption(captions)?.language
  return (
    <>
      <OptionGroup
        title={playerMessages.captions}
        value={language ?? ''}
        options={[
          { value: '', name: playerMessages.caption_off },
          ...captions.map((option) => ({ value: option.language, name: option.label })),
        ]}
        onSelect={(value) => preferences.setState({ caption: value || null })}
      />
      <OptionGroup
        title={playerMessages.caption_size}
        value={size}
        options={captionSizes.map((option) => ({
          value: option,
          name: playerMessages.caption_size_of(option),
        }))}
        onSelect={(value) => preferences.setState({ caption_size: value })}
      />
      <OptionGroup
        title={playerMessages.caption_background}
        value={background}
        options={captionBackgrounds.map((option) => ({
          value: option,
          name: playerMessages.caption_background_of(option),
        }))}
        onSelect={(value) => preferences.setState({ caption_background: value })}
      />
    </>
  )
}

/** Sound and lock where the bar has no room for them, the small window, and the shortcuts. */
function MenuRows({ video }: { video: Video }) {
  const context = usePlayer()
  const { player, controls, showFeedback } = context
  const requests = useMediaRequests()
  const muted = useMediaState((state) => state.muted)
  const volume = useMediaState((state) => state.volume)
  const isPipAvailable = useMediaState((state) => state.pip_available)
  const areShortcutsOn = usePreference((state) => state.shortcuts)
  return (
    <div className="mt-5 flex flex-col border-t border-border pt-2">
      <div className="player-settings-overflow">
        <Row
          onClick={() => {
            requests.setMuted(!muted)
            showFeedback(playerMessages.volume_feedback(volume, !muted))
          }}
        >
          {muted ? playerMessages.unmute : playerMessages.mute}
          {muted ? <VolumeHighIcon className="size-5" /> : <VolumeOffIcon className="size-5" />}
        </Row>
        <Row
          className="player-lock-button"
          onClick={() => controls.setState({ locked: true, user_active: false })}
        >
          {gestureMessages.lock}
          <Icon name="lock" className="size-5" />
        </Row>
      </div>
      {isPipAvailable && (
        <Row onClick={requests.togglePip}>
          {playerMessages.pip}
          <PipIcon className="size-5" />
        </Row>
      )}
      <label className="flex min-h-11 items-center justify-between gap-3 text-base">
        {playerMessages.shortcuts_switch}
        <input
          type="checkbox"
          role="switch"
          className="player-switch"
          checked={areShortcutsOn}
          onChange={(event) =>
            player.preferences.setState({ shortcuts: event.currentTarget.checked })
          }
        />
      </label>
      <Row onClick={() => controls.setState({ stats_open: true })}>
        {menuMessages.stats.title}
        <kbd className="player-kbd">I</kbd>
      </Row>
      <Row
        onClick={() => void openShortcutsDialog(context, video.episode.episode_video_orientation)}
      >
        {playerMessages.shortcuts}
        <kbd className="player-kbd">?</kbd>
      </Row>
    </div>
  )
}

function Row({
  onClick,
  className = 'flex',
  children,
}: {
  onClick: () => void
  /** Sets the display. */
  className?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`${className} min-h-11 items-center justify-between gap-3 text-left text-base hover:text-accent-bright`}
      popoverTarget={settingsMenuId}
      popoverTargetAction="hide"
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function OptionGroup<V extends string>({
  title,
  value,
  options,
  onSelect,
}: {
  title: string
  value: V
  options: readonly { value: V; name: string }[]
  onSelect: (value: V) => void
}) {
  const name = useId()
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm font-semibold text-foreground-muted">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="player-option">
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onSelect(option.value)}
            />
            {option.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Positions the menu above the right end of the control bar; on phones the style sheet makes it a bottom sheet. */
function positionMenu(panel: HTMLElement) {
  const view = document.querySelector('.player')?.getBoundingClientRect()
  if (!view) return
  panel.style.setProperty(
    '--menu-right',
    `${document.documentElement.clientWidth - view.right + 12}px`,
  )
  panel.style.setProperty('--menu-bottom', `${view.bottom + scrollY - 84}px`)
  panel.style.setProperty('--menu-max-height', `${Math.max(240, view.bottom - 84 - 12)}px`)
}
