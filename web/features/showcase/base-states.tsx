import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { StarRating } from '#web/ui/base/five-stars.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { iconNames } from '#web/ui/base/icon-names.ts'
import { Logo } from '#web/ui/base/logo.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import { baseProps } from './component-props.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import { ShowcaseRow, type ShowcaseComponents } from './showcase-kit.tsx'

const { variants, actions, field, sample_titles } = showcaseMessages

const swatches = {
  'background-deep': 'bg-background-deep',
  background: 'bg-background',
  surface: 'bg-surface',
  'surface-raised': 'bg-surface-raised',
  'surface-high': 'bg-surface-high',
  'foreground-subtle': 'bg-foreground-subtle',
  'foreground-muted': 'bg-foreground-muted',
  foreground: 'bg-foreground',
  accent: 'bg-accent',
  'accent-bright': 'bg-accent-bright',
  'accent-deep': 'bg-accent-deep',
  danger: 'bg-danger',
  success: 'bg-success',
} as const

const sizes = {
  '5xl': 'text-5xl font-extrabold',
  '4xl': 'text-4xl font-extrabold',
  '3xl': 'text-3xl font-extrabold',
  '2xl': 'text-2xl font-bold',
  xl: 'text-xl font-bold',
  lg: 'text-lg font-semibold',
  base: 'text-base',
  sm: 'text-sm',
  xs: 'text-xs',
} as const

/** Colours, type sizes, icons, buttons, badges and figures. */
export const baseStates: ShowcaseComponents = {
  color: {
    section: 'colour',
    title: 'tokens.css',
    props: null,
    states: {
      palette: (
        <ul className="grid grid-cols-3 gap-3 md:grid-cols-6 xl:grid-cols-8">
          {Object.entries(swatches).map(([name, colorClass]) => (
            <li key={name}>
              <span
                className={`block h-16 rounded-card inset-ring inset-ring-border ${colorClass}`}
              />
              <code className="text-xs text-foreground-subtle">{name}</code>
            </li>
          ))}
        </ul>
      ),
    },
  },
  logo: {
    section: 'colour',
    title: 'Logo',
    props: baseProps.logo,
    states: { default: <Logo className="h-16" /> },
  },
  type: {
    section: 'type',
    title: 'text-*',
    props: null,
    states: {
      scale: (
        <ul className="space-y-3">
          {Object.entries(sizes).map(([name, style]) => (
            <li key={name} className="flex flex-col md:flex-row md:items-baseline md:gap-6">
              <code className="w-12 shrink-0 text-xs text-foreground-subtle">{name}</code>
              <span className={style}>{showcaseMessages.pangram}</span>
            </li>
          ))}
        </ul>
      ),
      figures: <p className="tabular-nums text-xl">{showcaseMessages.figures}</p>,
    },
  },
  icon: {
    section: 'icons',
    title: 'Icon',
    props: baseProps.icon,
    states: {
      all: (
        <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-12">
          {iconNames.map((name) => (
            <li
              key={name}
              className="flex flex-col items-center gap-2 rounded-card bg-surface py-4"
            >
              <Icon name={name} className="size-6" />
              <code className="max-w-full truncate text-2xs text-foreground-subtle">{name}</code>
            </li>
          ))}
        </ul>
      ),
    },
  },
  button: {
    section: 'buttons',
    title: 'Button',
    props: baseProps.button,
    states: {
      primary: (
        <Button variant="primary" icon="play">
          {variants.primary}
        </Button>
      ),
      secondary: <Button>{variants.secondary}</Button>,
      overlay: <Button variant="on_image">{variants.overlay}</Button>,
      outline: <Button variant="outline">{variants.outline}</Button>,
      ghost: <Button variant="ghost">{variants.ghost}</Button>,
      danger: <Button variant="danger">{variants.danger}</Button>,
      large: (
        <Button variant="primary" size="lg" icon="play">
          {variants.primary}
        </Button>
      ),
      disabled: (
        <ShowcaseRow>
          <Button variant="primary" disabled>
            {showcaseMessages.disabled}
          </Button>
          <Button variant="outline" disabled>
            {showcaseMessages.disabled}
          </Button>
        </ShowcaseRow>
      ),
      busy: (
        <Button variant="primary" busy>
          {showcaseMessages.busy}
        </Button>
      ),
    },
  },
  'button-link': {
    section: 'buttons',
    title: 'ButtonLink',
    props: baseProps.button_link,
    states: {
      default: (
        <ButtonLink to="#buttons" icon="info">
          {variants.secondary}
        </ButtonLink>
      ),
    },
  },
  'icon-button': {
    section: 'buttons',
    title: 'IconButton',
    props: baseProps.icon_button,
    states: {
      ghost: <IconButton icon="heart" label={actions[0]} />,
      primary: <IconButton icon="heart_filled" variant="primary" label={actions[0]} />,
      disabled: <IconButton icon="share" variant="outline" label={actions[1]} disabled />,
    },
  },
  badge: {
    section: 'badges',
    title: 'Badge',
    props: baseProps.badge,
    states: {
      neutral: <Badge>{badgeMessages.preparing}</Badge>,
      accent: <Badge tone="accent">{badgeMessages.new}</Badge>,
      'accent-subtle': <Badge tone="accent_subtle">{badgeMessages.plan}</Badge>,
      success: <Badge tone="success">{badgeMessages.ongoing}</Badge>,
      'on-image': <Badge tone="on_image">{badgeMessages.completed}</Badge>,
    },
  },
  'progress-bar': {
    section: 'figures',
    title: 'ProgressBar',
    props: baseProps.progress_bar,
    states: {
      empty: <ProgressBar value={0} />,
      part: <ProgressBar value={0.42} />,
      full: <ProgressBar value={1} />,
      small: <ProgressBar value={0.42} size="sm" />,
      'on-accent': (
        <div className="rounded-card bg-accent p-4">
          <ProgressBar value={0.42} tone="on_accent" />
        </div>
      ),
    },
  },
  'average-rating': {
    section: 'figures',
    title: 'AverageRating',
    props: baseProps.average_rating,
    states: {
      average: <AverageRating average={4.25} />,
      reviews: <AverageRating average={4.25} reviews={1284} />,
    },
  },
  'star-rating': {
    section: 'figures',
    title: 'StarRating',
    props: baseProps.star_rating,
    states: {
      none: <StarRating value={0} />,
      half: <StarRating value={2.5} />,
      full: <StarRating value={5} />,
    },
  },
  avatar: {
    section: 'figures',
    title: 'Avatar',
    props: baseProps.avatar,
    states: {
      'extra-small': <Avatar name={field.name} size="xs" />,
      small: <Avatar name={field.name} size="sm" />,
      medium: <Avatar name={sample_titles[1]} />,
      large: <Avatar name={sample_titles[4]} size="lg" />,
    },
  },
}
