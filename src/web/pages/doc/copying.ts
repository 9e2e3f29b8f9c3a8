/** Buttons that copy example programs. */
import { wordFromPage } from './page.ts'

/** Adds a button to an example program that copies it. */
export function addCopyButton(program: Element): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = wordFromPage('copy')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(program.querySelector('code')?.textContent ?? '')
    button.textContent = wordFromPage('copied')
  })
  program.append(button)
}
