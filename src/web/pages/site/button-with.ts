/** Returns a button with a text, which acts when it is pressed. */
export function buttonWith(text: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = text
  button.addEventListener('click', act)
  return button
}
