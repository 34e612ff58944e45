import { ageCodes, descriptors } from '#contract/core/constants.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import {
  AgeRatingBadge,
  AgeRating,
  PriceBadges,
} from '#web/features/catalog/cards/content-badges.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/base/button.tsx'
import { Icon, iconNames } from '#web/ui/base/icon.tsx'
import { Logo } from '#web/ui/base/logo.tsx'
import { sampleEpisodes } from './showcase-kit.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase-kit.tsx'

const swatches = {
  'ink-deep': 'bg-background-deep',
  ink: 'bg-background',
  surface: 'bg-surface',
  'surface-2': 'bg-surface-raised',
  'surface-3': 'bg-surface-high',
  'paper-3': 'bg-foreground-subtle',
  'paper-2': 'bg-foreground-muted',
  paper: 'bg-foreground',
  gam: 'bg-accent',
  'gam-bright': 'bg-accent-bright',
  'gam-deep': 'bg-accent-deep',
  danger: 'bg-danger',
  good: 'bg-success',
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

const variants = ['primary', 'secondary', 'overlay', 'outline', 'ghost', 'danger'] as const

/** Colours, type sizes, icons, buttons and badges. */
export function BasicsDemo() {
  return (
    <>
      <ShowcaseSection name="colour">
        <Logo className="h-16" />
        <ul className="grid grid-cols-3 gap-3 md:grid-cols-6 xl:grid-cols-8">
          {Object.entries(swatches).map(([name, colorClass]) => (
            <li key={name}>
              <span
                className={`block h-16 rounded-lg inset-ring inset-ring-border ${colorClass}`}
              />
              <code className="text-xs text-foreground-subtle">{name}</code>
            </li>
          ))}
        </ul>
      </ShowcaseSection>
      <ShowcaseSection name="type">
        <ul className="space-y-3">
          {Object.entries(sizes).map(([name, style]) => (
            <li key={name} className="flex flex-col md:flex-row md:items-baseline md:gap-6">
              <code className="w-12 shrink-0 text-xs text-foreground-subtle">{name}</code>
              <span className={style}>{showcaseMessages.pangram}</span>
            </li>
          ))}
        </ul>
        <p className="tabular-nums text-xl">{showcaseMessages.figures}</p>
      </ShowcaseSection>
      <ShowcaseSection name="icons">
        <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-12">
          {iconNames.map((name) => (
            <li key={name} className="flex flex-col items-center gap-2 rounded-lg bg-surface py-4">
              <Icon name={name} className="size-6" />
              <code className="max-w-full truncate text-2xs text-foreground-subtle">{name}</code>
            </li>
          ))}
        </ul>
      </ShowcaseSection>
      <ShowcaseSection name="buttons">
        {(['md', 'lg'] as const).map((size) => (
          <ShowcaseRow key={size}>
            {variants.map((variant) => (
              <Button
                key={variant}
                variant={variant}
                size={size}
                {...(variant === 'primary' && { icon: 'play' })}
              >
                {showcaseMessages.variants[variant]}
              </Button>
            ))}
          </ShowcaseRow>
        ))}
        <ShowcaseRow>
          <Button variant="primary" disabled>
            {showcaseMessages.disabled}
          </Button>
          <Button variant="outline" disabled>
            {showcaseMessages.disabled}
          </Button>
          <Button variant="primary" busy>
            {showcaseMessages.busy}
          </Button>
          <ButtonLink to="#buttons" icon="info">
            {showcaseMessages.variants.secondary}
          </ButtonLink>
          <IconButton icon="heart" label={showcaseMessages.actions[0]} />
          <IconButton icon="heart_filled" variant="primary" label={showcaseMessages.actions[0]} />
          <IconButton icon="share" variant="outline" label={showcaseMessages.actions[1]} disabled />
        </ShowcaseRow>
      </ShowcaseSection>
      <ShowcaseSection name="badges">
        <ShowcaseRow>
          {ageCodes.map((code) => (
            <AgeRatingBadge key={code} code={code} />
          ))}
          <AgeRating code="15" descriptors={descriptors.slice(0, 3)} />
        </ShowcaseRow>
        <ShowcaseRow>
          <Badge tone="accent">{badgeMessages.new}</Badge>
          <Badge tone="on_image">{badgeMessages.completed}</Badge>
          <Badge tone="success">{badgeMessages.ongoing}</Badge>
          <Badge>{badgeMessages.preparing}</Badge>
          {sampleEpisodes.map((episode) => (
            <PriceBadges key={episode.id} episode={episode} />
          ))}
        </ShowcaseRow>
      </ShowcaseSection>
    </>
  )
}
