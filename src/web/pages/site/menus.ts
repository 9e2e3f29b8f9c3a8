/** Menus and sheets close when the reader goes on elsewhere or presses Escape. Without scripts their buttons close them. */

const openMenus = () => [...document.querySelectorAll<HTMLDetailsElement>('.menu[open]')]

/** Lets the button in the head of a sheet close it. */
function showCloseButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.sheet-head > .close')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const menu = button.closest('details')
      if (menu) menu.open = false
      menu?.querySelector('summary')?.focus()
    })
  }
}

/** Listens for clicks outside open menus and for Escape, which close them. */
export function closeMenusOnOutsideClick(): void {
  showCloseButtons()
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    }
  })
}
