/** The script of the documentation page: search, tabs, copying, and forms that send requests to this service. */
import { addCopyButton } from './copying.ts'
import { enableDocumentationSearch } from './search.ts'
import { makeExampleTabs } from './tabs.ts'
import { enableTryRequestForm } from './trying.ts'

/** Opens the section that the fragment of the URL names. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
}

function enhance(): void {
  for (const program of document.querySelectorAll('.program')) addCopyButton(program)
  for (const programs of document.querySelectorAll<HTMLElement>('.programs')) makeExampleTabs(programs)
  for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) enableTryRequestForm(form)
}

enableDocumentationSearch(enhance)
enhance()
addEventListener('hashchange', openTarget)
openTarget()
