#include "CAgentPage.h"

// The files of Sources/AgentPage/Web, each embedded under its name and listed in the table below.

static const uint8_t index_html[] = {
#embed "../AgentPage/Web/index.html"
};
static const uint8_t agent_css[] = {
#embed "../AgentPage/Web/agent.css"
};
static const uint8_t browser_css[] = {
#embed "../AgentPage/Web/browser.css"
};
static const uint8_t icon_svg[] = {
#embed "../AgentPage/Web/icon.svg"
};
static const uint8_t agent_js[] = {
#embed "../AgentPage/Web/agent.js"
};
static const uint8_t access_js[] = {
#embed "../AgentPage/Web/access.js"
};
static const uint8_t api_js[] = {
#embed "../AgentPage/Web/api.js"
};
static const uint8_t attention_js[] = {
#embed "../AgentPage/Web/attention.js"
};
static const uint8_t browser_js[] = {
#embed "../AgentPage/Web/browser.js"
};
static const uint8_t cells_js[] = {
#embed "../AgentPage/Web/cells.js"
};
static const uint8_t changes_js[] = {
#embed "../AgentPage/Web/changes.js"
};
static const uint8_t upload_js[] = {
#embed "../AgentPage/Web/upload.js"
};
static const uint8_t examples_js[] = {
#embed "../AgentPage/Web/examples.js"
};
static const uint8_t dom_js[] = {
#embed "../AgentPage/Web/dom.js"
};
static const uint8_t grid_js[] = {
#embed "../AgentPage/Web/grid.js"
};
static const uint8_t history_js[] = {
#embed "../AgentPage/Web/history.js"
};
static const uint8_t icons_js[] = {
#embed "../AgentPage/Web/icons.js"
};
static const uint8_t layout_js[] = {
#embed "../AgentPage/Web/layout.js"
};
static const uint8_t picker_js[] = {
#embed "../AgentPage/Web/picker.js"
};
static const uint8_t map_js[] = {
#embed "../AgentPage/Web/map.js"
};
static const uint8_t mapdrawing_js[] = {
#embed "../AgentPage/Web/mapdrawing.js"
};
static const uint8_t mapprojection_js[] = {
#embed "../AgentPage/Web/mapprojection.js"
};
static const uint8_t map_css[] = {
#embed "../AgentPage/Web/map.css"
};
static const uint8_t land_json[] = {
#embed "../AgentPage/Web/land.json"
};
static const uint8_t suggestions_js[] = {
#embed "../AgentPage/Web/suggestions.js"
};
static const uint8_t placenames_js[] = {
#embed "../AgentPage/Web/placenames.js"
};
static const uint8_t movie_js[] = {
#embed "../AgentPage/Web/movie.js"
};
static const uint8_t zoom_js[] = {
#embed "../AgentPage/Web/zoom.js"
};
static const uint8_t preview_js[] = {
#embed "../AgentPage/Web/preview.js"
};
static const uint8_t privacy_js[] = {
#embed "../AgentPage/Web/privacy.js"
};
static const uint8_t scrubber_js[] = {
#embed "../AgentPage/Web/scrubber.js"
};
static const uint8_t selecting_js[] = {
#embed "../AgentPage/Web/selecting.js"
};
static const uint8_t selection_js[] = {
#embed "../AgentPage/Web/selection.js"
};
static const uint8_t session_js[] = {
#embed "../AgentPage/Web/session.js"
};
static const uint8_t source_js[] = {
#embed "../AgentPage/Web/source.js"
};
static const uint8_t thumbnails_js[] = {
#embed "../AgentPage/Web/thumbnails.js"
};
static const uint8_t timing_js[] = {
#embed "../AgentPage/Web/timing.js"
};
static const uint8_t words_js[] = {
#embed "../AgentPage/Web/words.js"
};
static const uint8_t localized_js[] = {
#embed "../AgentPage/Web/localized.js"
};
static const uint8_t app_js[] = {
#embed "../AgentPage/Web/app.js"
};
static const uint8_t appphotos_js[] = {
#embed "../AgentPage/Web/appphotos.js"
};
static const uint8_t dragging_js[] = {
#embed "../AgentPage/Web/dragging.js"
};
static const uint8_t durations_js[] = {
#embed "../AgentPage/Web/durations.js"
};
static const uint8_t sheet_js[] = {
#embed "../AgentPage/Web/sheet.js"
};
static const uint8_t keyboard_js[] = {
#embed "../AgentPage/Web/keyboard.js"
};
static const uint8_t albums_js[] = {
#embed "../AgentPage/Web/albums.js"
};
static const uint8_t cloud_css[] = {
#embed "../AgentPage/Web/cloud.css"
};
static const uint8_t carrying_js[] = {
#embed "../AgentPage/Web/carrying.js"
};
static const uint8_t downloading_js[] = {
#embed "../AgentPage/Web/downloading.js"
};
static const uint8_t dropping_js[] = {
#embed "../AgentPage/Web/dropping.js"
};
static const uint8_t importing_js[] = {
#embed "../AgentPage/Web/importing.js"
};
static const uint8_t import_css[] = {
#embed "../AgentPage/Web/import.css"
};
static const uint8_t places_js[] = {
#embed "../AgentPage/Web/places.js"
};
static const uint8_t cloud_js[] = {
#embed "../AgentPage/Web/cloud.js"
};
static const uint8_t devices_js[] = {
#embed "../AgentPage/Web/devices.js"
};
static const uint8_t library_js[] = {
#embed "../AgentPage/Web/library.js"
};
static const uint8_t actions_js[] = {
#embed "../AgentPage/Web/actions.js"
};
static const uint8_t albumforms_js[] = {
#embed "../AgentPage/Web/albumforms.js"
};
static const uint8_t photoform_js[] = {
#embed "../AgentPage/Web/photoform.js"
};
static const uint8_t dialogs_js[] = {
#embed "../AgentPage/Web/dialogs.js"
};
static const uint8_t buildfolders_js[] = {
#embed "../AgentPage/Web/buildfolders.js"
};
static const uint8_t bar_js[] = {
#embed "../AgentPage/Web/bar.js"
};
static const uint8_t library_css[] = {
#embed "../AgentPage/Web/library.css"
};
static const uint8_t whatchanged_js[] = {
#embed "../AgentPage/Web/whatchanged.js"
};
static const uint8_t kinds_js[] = {
#embed "../AgentPage/Web/kinds.js"
};
static const uint8_t undoing_js[] = {
#embed "../AgentPage/Web/undoing.js"
};

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define SVG "image/svg+xml"
#define SCRIPT "text/javascript; charset=utf-8"
#define FILE(name, type, bytes) { name, type, bytes, sizeof bytes }

static const struct cagentpage_file files[] = {
    FILE("index.html", HTML, index_html),
    FILE("agent.css", CSS, agent_css),
    FILE("browser.css", CSS, browser_css),
    FILE("icon.svg", SVG, icon_svg),
    FILE("agent.js", SCRIPT, agent_js),
    FILE("access.js", SCRIPT, access_js),
    FILE("api.js", SCRIPT, api_js),
    FILE("attention.js", SCRIPT, attention_js),
    FILE("browser.js", SCRIPT, browser_js),
    FILE("cells.js", SCRIPT, cells_js),
    FILE("changes.js", SCRIPT, changes_js),
    FILE("upload.js", SCRIPT, upload_js),
    FILE("examples.js", SCRIPT, examples_js),
    FILE("dom.js", SCRIPT, dom_js),
    FILE("grid.js", SCRIPT, grid_js),
    FILE("history.js", SCRIPT, history_js),
    FILE("undoing.js", SCRIPT, undoing_js),
    FILE("kinds.js", SCRIPT, kinds_js),
    FILE("whatchanged.js", SCRIPT, whatchanged_js),
    FILE("icons.js", SCRIPT, icons_js),
    FILE("layout.js", SCRIPT, layout_js),
    FILE("picker.js", SCRIPT, picker_js),
    FILE("movie.js", SCRIPT, movie_js),
    FILE("preview.js", SCRIPT, preview_js),
    FILE("zoom.js", SCRIPT, zoom_js),
    FILE("privacy.js", SCRIPT, privacy_js),
    FILE("scrubber.js", SCRIPT, scrubber_js),
    FILE("selecting.js", SCRIPT, selecting_js),
    FILE("selection.js", SCRIPT, selection_js),
    FILE("session.js", SCRIPT, session_js),
    FILE("source.js", SCRIPT, source_js),
    FILE("thumbnails.js", SCRIPT, thumbnails_js),
    FILE("timing.js", SCRIPT, timing_js),
    FILE("words.js", SCRIPT, words_js),
    FILE("localized.js", SCRIPT, localized_js),
    FILE("app.js", SCRIPT, app_js),
    FILE("appphotos.js", SCRIPT, appphotos_js),
    FILE("dragging.js", SCRIPT, dragging_js),
    FILE("durations.js", SCRIPT, durations_js),
    FILE("sheet.js", SCRIPT, sheet_js),
    FILE("keyboard.js", SCRIPT, keyboard_js),
    FILE("albums.js", SCRIPT, albums_js),
    FILE("cloud.css", CSS, cloud_css),
    FILE("carrying.js", SCRIPT, carrying_js),
    FILE("downloading.js", SCRIPT, downloading_js),
    FILE("dropping.js", SCRIPT, dropping_js),
    FILE("importing.js", SCRIPT, importing_js),
    FILE("import.css", CSS, import_css),
    FILE("places.js", SCRIPT, places_js),
    FILE("cloud.js", SCRIPT, cloud_js),
    FILE("devices.js", SCRIPT, devices_js),
    FILE("library.js", SCRIPT, library_js),
    FILE("actions.js", SCRIPT, actions_js),
    FILE("albumforms.js", SCRIPT, albumforms_js),
    FILE("photoform.js", SCRIPT, photoform_js),
    FILE("dialogs.js", SCRIPT, dialogs_js),
    FILE("buildfolders.js", SCRIPT, buildfolders_js),
    FILE("bar.js", SCRIPT, bar_js),
    FILE("library.css", CSS, library_css),
    FILE("placenames.js", SCRIPT, placenames_js),
    FILE("suggestions.js", SCRIPT, suggestions_js),
    FILE("map.js", SCRIPT, map_js),
    FILE("mapdrawing.js", SCRIPT, mapdrawing_js),
    FILE("mapprojection.js", SCRIPT, mapprojection_js),
    FILE("map.css", CSS, map_css),
    FILE("land.json", "application/json; charset=utf-8", land_json),
};

const struct cagentpage_file *cagentpage_files(size_t *count) {
    *count = sizeof files / sizeof files[0];
    return files;
}
