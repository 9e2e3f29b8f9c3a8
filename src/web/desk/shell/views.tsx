/** The view at a path. Its part of the desk is loaded first, but for the overview. */
import { useEffect } from 'preact/hooks'
import { Overview } from '../overview/overview.tsx'
import { deskPartAt, loadPartAgain } from '../views/parts.ts'
import { t } from '../words/index.ts'
import { ViewHeading } from './view-heading.tsx'

function Nowhere() {
  return (
    <>
      <ViewHeading text={t('nowhere')} />
      <p>{t('nowhere.text')}</p>
    </>
  )
}

type Part = NonNullable<ReturnType<typeof deskPartAt>>

/** Shown while a part is loaded, and if it can't be. */
function Awaited({ part }: { readonly part: Part }) {
  useEffect(() => void part.load(), [part])
  if (!part.isMissing())
    return (
      <div class="loaded" aria-busy="true">
        <p class="loading late" role="status">
          {t('loading')}
        </p>
      </div>
    )
  return (
    <>
      <ViewHeading text={t('part.missing')} />
      <div class="failed" role="alert">
        <p>{t('part.missing.text')}</p>
        <button type="button" class="main" onClick={() => void loadPartAgain(part)}>
          {t('again')}
        </button>
      </div>
    </>
  )
}

/** Renders the view at a path below the desk. */
export function ViewAt({ path }: { readonly path: string }) {
  if (path === '/') return <Overview />
  const part = deskPartAt(path)
  if (part === undefined) return <Nowhere />
  const routes = part.routes()
  if (routes === undefined) return <Awaited part={part} />
  for (const [pattern, view] of routes) {
    const found = pattern.exec(path)
    if (found !== null) return view(...found.slice(1))
  }
  return <Nowhere />
}
