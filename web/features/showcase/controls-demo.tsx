import { showcaseMessages } from './messages.ko.ts'
import { formatRating } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { Checkbox, SelectField, Switch, TextArea, TextField } from '#web/ui/forms/form-controls.tsx'
import { Disclosure } from '#web/ui/layout/disclosure.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { PageSpinner } from '#web/ui/feedback/loading-overlay.tsx'
import { StarRatingInput } from '#web/ui/forms/star-rating-input.tsx'
import { StarRating } from '#web/ui/base/five-stars.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useState } from 'react'
import { ShowcaseRow, ShowcaseSection } from './showcase-kit.tsx'

/** Controls to click, type into and choose from. */
export function ControlsDemo() {
  const [chip, setChip] = useState(0)
  const [stars, setStars] = useState<number | null>(3.5)
  const [body, setBody] = useState('')
  const { field, tabs } = showcaseMessages
  return (
    <>
      <ShowcaseSection name="choices">
        <ShowcaseRow>
          {tabs.map((name, index) => (
            <Chip key={name} selected={chip === index} onClick={() => setChip(index)}>
              {name}
            </Chip>
          ))}
          <Chip disabled>{showcaseMessages.disabled}</Chip>
        </ShowcaseRow>
        <NavTabs
          label={showcaseMessages.sections.choices}
          tabs={tabs.map((title, index) => ({
            key: title,
            title,
            to: '#choices',
            selected: index === 0,
          }))}
        />
        <div className="border-t border-border">
          {showcaseMessages.sample_titles.slice(1, 4).map((title, index) => (
            <Disclosure key={title} name="gallery" open={index === 0} summary={<h3>{title}</h3>}>
              {showcaseMessages.sample_synopsis}
            </Disclosure>
          ))}
        </div>
      </ShowcaseSection>
      <ShowcaseSection name="fields">
        <div className="grid max-w-4xl gap-x-6 gap-y-3 md:grid-cols-2">
          <TextField label={field.name} hint={field.name_hint} required autoComplete="off" />
          <TextField label={field.name} error={field.name_error} defaultValue={field.name_error} />
          <SelectField label={field.kind} defaultValue="">
            <option value="" disabled>
              {field.kind_empty}
            </option>
            {field.kinds.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </SelectField>
          <TextField label={field.fixed} defaultValue={field.kinds[0]} disabled />
          <div className="md:col-span-2">
            <TextArea
              label={field.body}
              rows={4}
              maxLength={1000}
              used={body.length}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </div>
          <div>
            <Checkbox label={field.agree} />
            <Checkbox label={field.agreed} defaultChecked />
            <Checkbox label={field.fixed} defaultChecked disabled />
          </div>
          <div>
            <Switch label={field.renew} defaultChecked />
            <Switch label={field.renew} />
            <Switch label={field.fixed} disabled />
          </div>
        </div>
      </ShowcaseSection>
      <ShowcaseSection name="figures">
        <div className="max-w-md space-y-4">
          <ProgressBar value={0} />
          <ProgressBar value={0.42} />
          <ProgressBar value={1} size="sm" />
        </div>
        <ShowcaseRow>
          <PageSpinner />
          <AverageRating average={4.25} reviews={1284} />
          {[0, 0.5, 2.5, 5].map((value) => (
            <StarRating key={value} value={value} />
          ))}
        </ShowcaseRow>
        <ShowcaseRow>
          <StarRatingInput value={stars} onChange={setStars} />
          <output className="text-sm text-foreground-muted">
            {stars === null
              ? showcaseMessages.none_selected
              : showcaseMessages.selected_stars(formatRating(stars))}
          </output>
        </ShowcaseRow>
        <ShowcaseRow>
          <Avatar name={field.name} size="sm" isLabelled />
          <Avatar name={showcaseMessages.sample_titles[1]} isLabelled />
          <Avatar name={showcaseMessages.sample_titles[4]} size="lg" isLabelled />
        </ShowcaseRow>
      </ShowcaseSection>
      <ShowcaseSection name="pages">
        {[
          [1, 1],
          [3, 5],
          [7, 12],
          [12, 12],
        ].map(([page = 1, pages = 1]) => (
          <Pagination
            key={page}
            label={`${showcaseMessages.sections.pages} ${page}`}
            page={page}
            pages={pages}
            hrefOf={(n) => `?page=${n}#pages`}
          />
        ))}
      </ShowcaseSection>
    </>
  )
}
