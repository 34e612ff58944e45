import type { SeriesCard } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { EndpointResponse } from '#contract/core/endpoint.ts'
import { lists as contract } from '#contract/watch-history/lists.ts'
import { listNameLength } from '#contract/watch-history/list-limits.ts'
import * as lists from '#web/api/endpoints/lists.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { ShareButton } from '#web/features/catalog/share/share-button.tsx'
import { listPath, listsPath, sharedListPath } from '#web/routing/account-paths.ts'
import { categoriesPath, seriesPath } from '#web/routing/paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState, QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert, Switch, TextField } from '#web/ui/forms/form-controls.tsx'
import { MoveButtons, moveItem } from '#web/ui/forms/move-buttons.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Route } from './+types/list.route.ts'
import { listMessages as messages } from './messages.ko.ts'
import { listKeys } from '#web/features/library/query-keys.ts'
import { listQuery } from './queries.ts'

export function meta({ matches, params }: Route.MetaArgs) {
  const { title, description } = messages
  const path = listPath(Number(params.listId) || 0)
  return pageMeta(matches, { title, description, path, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.title, Skeleton: ListSkeleton }

type List = EndpointResponse<typeof contract.readList>

/** A list of the profile: its name, its link, and its works in their order. */
export default function ListPage({ params }: Route.ComponentProps) {
  const id = Number(params.listId)
  const query = useQuery(listQuery(id))
  if (!query.data) return <QueryPlaceholder query={query} skeleton={<ListSkeleton />} />
  const list = query.data
  return (
    <>
      <TextLink to={listsPath}>{messages.back}</TextLink>
      <NameForm key={list.name} list={list} />
      <Sharing list={list} />
      {list.works.length === 0 ? (
        <EmptyState
          icon="bookmark"
          title={messages.empty_list}
          actions={<ButtonLink to={categoriesPath}>{messages.browse}</ButtonLink>}
        >
          {messages.empty_list_detail}
        </EmptyState>
      ) : (
        <Works list={list} />
      )}
      <DeleteButton id={id} />
    </>
  )
}

function NameForm({ list: { id, name } }: { list: List }) {
  const { form, field, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    contract.updateList,
    {
      defaultValues: { name },
      labels: { name: messages.name },
      invalidates: [listKeys.all],
      send: (body) => apiRequest(contract.updateList, { params: { id }, body }),
    },
  )
  return (
    <form noValidate onSubmit={submit} className="mt-2 max-w-xl">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            label={messages.name}
            maxLength={listNameLength.max}
            autoComplete="off"
            {...field('name')}
          />
        </div>
        {form.formState.isDirty && (
          <Button type="submit" busy={isSubmitting} incomplete={isIncomplete} className="mb-1">
            {messages.save}
          </Button>
        )}
      </div>
      <FormAlert className="mt-3">{formError}</FormAlert>
    </form>
  )
}

function Sharing({ list: { id, name, token } }: { list: List }) {
  const sharing = useApiMutation(lists.updateList, { invalidates: [listKeys.all] })
  const isShared = sharing.isPending ? sharing.input?.body.is_shared : token !== null
  return (
    <div className="mt-4 max-w-xl">
      <Switch
        label={
          <span>
            {messages.share_switch}
            <span className="block text-sm text-foreground-subtle">{messages.share_detail}</span>
          </span>
        }
        checked={isShared ?? false}
        onChange={({ currentTarget }) =>
          sharing.submit({ params: { id }, body: { is_shared: currentTarget.checked } })
        }
      />
      {token && <ShareButton title={name} path={sharedListPath(token)} className="mt-2" />}
    </div>
  )
}

function Works({ list: { id, works } }: { list: List }) {
  /** The index of the work that the mouse drags; the buttons are for keys and fingers. */
  const [dragged, setDragged] = useState<number | null>(null)
  const moving = useApiMutation(lists.moveListWork, { invalidates: [listKeys.all] })
  const removing = useApiMutation(lists.removeListWork, {
    invalidates: [listKeys.all],
    treatNotFoundAsDone: true,
  })
  const shown = orderWith(works, moving.isPending ? moving.input?.body : undefined)
  function move(index: number, by: number) {
    const moved = moveItem(shown, index, by)
    const series_id = shown[index]!.id
    const before_series_id = moved[index + by + 1]?.id ?? null
    if (by !== 0) moving.submit({ params: { id }, body: { series_id, before_series_id } })
  }
  return (
    <>
      {works.length > 1 && (
        <p className="mt-6 text-sm text-foreground-subtle pointer-coarse:hidden">
          {messages.order_hint}
        </p>
      )}
      <ol aria-label={messages.works} className="mt-2 max-w-3xl divide-y divide-border">
        {shown.map((work, index) => (
          <li
            key={work.id}
            className={`flex items-center gap-1 py-1 ${dragged === index ? 'opacity-50' : ''}`}
            draggable={works.length > 1}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, index - dragged)
              setDragged(null)
            }}
          >
            <WorkLink work={work} />
            {works.length > 1 && (
              <MoveButtons
                name={work.title}
                index={index}
                count={works.length}
                onMove={(by) => move(index, by)}
              />
            )}
            <IconButton
              icon="close"
              label={messages.remove(work.title)}
              onClick={() => removing.submit({ params: { id }, query: { series_id: work.id } })}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

/** The works with a move that is on its way to the server. */
function orderWith(
  works: readonly SeriesCard[],
  move: { series_id: number; before_series_id: number | null } | undefined,
): readonly SeriesCard[] {
  const moved = works.find(({ id }) => id === move?.series_id)
  if (!move || !moved) return works
  const others = works.filter((work) => work !== moved)
  const at = others.findIndex(({ id }) => id === move.before_series_id)
  return others.toSpliced(at < 0 ? others.length : at, 0, moved)
}

const WorkLink = ({ work: { id, title, poster_url, poster_color } }: { work: SeriesCard }) => (
  <Link
    to={seriesPath(id)}
    draggable={false}
    className="flex min-w-0 grow items-center gap-3 rounded-control"
  >
    <span
      className="block h-15 w-10 shrink-0 overflow-hidden rounded-control"
      style={{ backgroundColor: poster_color }}
    >
      {poster_url && (
        <img
          src={imageUrlAtWidth(poster_url, 'poster', 160)}
          alt=""
          loading="lazy"
          draggable={false}
          className="size-full object-cover"
        />
      )}
    </span>
    <span className="truncate">{title}</span>
  </Link>
)

function DeleteButton({ id }: { id: number }) {
  const navigate = useNavigate()
  const deleting = useApiMutation(lists.deleteList, {
    treatNotFoundAsDone: true,
    toast: messages.deleted,
    onSuccess: () => void navigate(listsPath, { replace: true }),
  })
  async function confirm() {
    const { delete_title: title, delete_detail: message, delete: confirmLabel } = messages
    if (await confirmDialog({ title, message, confirmLabel })) deleting.submit({ params: { id } })
  }
  return (
    <Button
      variant="danger"
      className="mt-10"
      busy={deleting.isPending}
      onClick={() => void confirm()}
    >
      {messages.delete}
    </Button>
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-3xl">
      <div className="shimmer h-18 rounded-control" />
      {[1, 2, 3, 4].map((item) => (
        <div key={item} className="shimmer mt-4 h-15 rounded-control" />
      ))}
    </div>
  )
}
