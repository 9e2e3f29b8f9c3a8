/** The tags: create, rename and delete. */
import type { Tag } from '../api/types.ts'
import { mergeEntryOfTerm, type TickedIdsAndSetter } from '../merge/entries.ts'
import { useShownPart } from '../merge/shown-part.ts'
import { EntryCheckbox, TickBar, UnusedItemsFilterSelect } from '../merge/ticking.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { SearchField } from '../parts/search.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { TranslationMarks } from '../translating/marks.tsx'
import { t } from '../words/index.ts'
import { confirmAndDeleteTerm, useTermDialog } from './term-dialog.ts'
import { TermForm } from './term-form.tsx'
import { listTags } from './terms.ts'

interface RowProps {
  readonly tag: Tag
  readonly ticked: TickedIdsAndSetter
  readonly edit: () => void
  readonly reload: () => void
}

function TagRow({ tag, ticked, edit, reload }: RowProps) {
  const { name, count } = tag
  return (
    <li class="line">
      <EntryCheckbox entry={mergeEntryOfTerm(tag)} ticked={ticked} />
      <span class="name">{name}</span>
      <TranslationMarks item={tag} />
      <span class="count">{t('uses', { count })}</span>
      <button type="button" class="quiet" onClick={edit} aria-label={t('edit-named', { name })}>
        {t('edit')}
      </button>
      <ActionMenu of={name} closesWithAct>
        <button type="button" class="danger" onClick={() => confirmAndDeleteTerm('tags', tag, reload)}>
          {t('delete-named', { name })}
        </button>
      </ActionMenu>
    </li>
  )
}

/** The part of the list that is shown, with its tags. */
function useShown() {
  const shown = useShownPart()
  const { search, page, isUnused, query } = shown
  const loaded = useLoaded(() => listTags(query), [search, page, isUnused])
  return { ...shown, loaded }
}

interface ShownProps {
  readonly shown: ReturnType<typeof useShown>
  readonly edit: (tag: Tag) => void
}

function TagLines({ shown: { loaded, page, isUnused, ticked, show }, edit }: ShownProps) {
  return (
    <LoadedContent of={loaded}>
      {({ tags, total, pages }) => (
        <>
          {tags.length === 0 && <p class="empty">{t(isUnused ? 'use.all-used' : 'tags.none')}</p>}
          <TickBar
            collection="tags"
            entries={tags.map(mergeEntryOfTerm)}
            ticked={ticked}
            reload={loaded.reload}
          />
          <ul class="lines">
            {tags.map((tag) => (
              <TagRow key={tag.id} tag={tag} ticked={ticked} edit={() => edit(tag)} reload={loaded.reload} />
            ))}
          </ul>
          <Pager page={page} pages={pages} total={total} onPage={(next) => show({ page: next })} />
        </>
      )}
    </LoadedContent>
  )
}

/** The list, and the dialog for the tag that is edited. */
export function Tags() {
  const shown = useShown()
  const { search, isUnused, loaded, show } = shown
  const { opened, open, close, again } = useTermDialog<{ readonly tag?: Tag }>(loaded.reload)
  return (
    <>
      <ViewHeading text={t('tags')}>
        <button type="button" class="main" onClick={() => open({})}>
          {t('tag.new')}
        </button>
      </ViewHeading>
      <search class="filters">
        <SearchField value={search} onSearch={(text) => show({ search: text })} />
        <UnusedItemsFilterSelect isUnused={isUnused} onChange={(next) => show({ isUnused: next })} />
      </search>
      <TagLines shown={shown} edit={(tag) => open({ tag })} />
      {opened && <TermForm collection="tags" term={opened.tag} close={close} reload={again} />}
    </>
  )
}
