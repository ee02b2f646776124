import { markup, type Markup } from "../../page.ts";

export type FieldOptions = {
  name: string;
  label: string;
  value?: string;
  hint?: string;
  placeholder?: string;
  max: number;
};

/** A labelled input for digits with an optional hint, linked for screen readers. */
export function inputField(options: FieldOptions): Markup {
  const { name, label, value = "", hint, placeholder = "", max } = options;
  return markup`<div class="field">
    <label for="in-${name}">${label}</label>
    <input
      class="input"
      id="in-${name}"
      name="${name}"
      type="text"
      value="${value}"
      placeholder="${placeholder}"
      maxlength="${max}"
      inputmode="numeric"
      autocomplete="off"
      spellcheck="false"
      required
      ${hint ? markup`aria-describedby="hint-${name}"` : null}
    />
    ${hint ? markup`<p class="hint quiet" id="hint-${name}">${hint}</p>` : null}
  </div>`;
}

/** A form that posts its fields to the sandbox as `action`. */
export function form(action: string, button: string, content: Markup): Markup {
  return markup`<form data-action="${action}" novalidate>${content}<button class="button wide">${button}</button></form>`;
}

/** A button that posts `action` without fields. */
export function actionButton(action: string, label: string, kind = "outline"): Markup {
  return markup`<button type="button" class="button wide ${kind}" data-action="${action}">${label}</button>`;
}

/** The error message; it gets the focus, so that screen readers announce it. */
export function alert(text: string): Markup {
  return markup`<p class="alert" role="alert" tabindex="-1" data-focus>${text}</p>`;
}
