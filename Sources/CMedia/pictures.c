#define _GNU_SOURCE
#include "CMedia.h"
#include "rows.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vips/vips.h>

// movies.c
void cmedia_silence_movies(void);

struct cmedia_picture {
    VipsImage *image;
};

void cmedia_buffer_free(cmedia_buffer *buffer) {
    g_free(buffer->bytes);
    memset(buffer, 0, sizeof *buffer);
}

static VipsImage *load_from(VipsSource *source, cmedia_loader loader, int shrink, int strict);

static GLogWriterOutput ignore_message(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    (void)level, (void)fields, (void)count, (void)data;
    return G_LOG_WRITER_HANDLED;
}

// Initializes the library of each loader with an invalid file, so that it loads what it needs before the sandbox
// closes.
static void start_loaders(void) {
    static const uint8_t nothing[64] = {0};
    for (cmedia_loader loader = CMEDIA_LOADER_JPEG; loader <= CMEDIA_LOADER_JPEG2000; loader += 1) {
        VipsSource *source = vips_source_new_from_memory(nothing, sizeof nothing);
        VipsImage *image = load_from(source, loader, 1, 0);
        if (image) g_object_unref(image);
    }
}

// Before 8.15, libvips has Orc generate machine code for each scaling factor, in memory that Orc allocates for the
// first one. The sandbox forbids executable memory; without any, libvips uses its C code.
static void start_vectors(void) {
    VipsImage *image = NULL;
    VipsImage *smaller = NULL;
    if (vips_black(&image, 16, 16, "bands", 3, NULL) == 0 && vips_reducev(image, &smaller, 2.0, NULL) == 0)
        g_object_unref(smaller);
    if (image) g_object_unref(image);
}

// Starts libvips with only one of its modules, that for HEIF. The formats of the others (PDF, slides, ImageMagick's)
// are refused in any case, and loading them would take a third of a worker's start.
static int start_vips(void) {
    // Where libvips looks for modules; it finds none here.
    if (setenv("VIPSHOME", "/nonexistent", 1) != 0 || vips_init("photolibrary-media") != 0) return -1;
    Dl_info libvips;
    if (dladdr((void *)vips_init, &libvips) == 0) return -1;
    gchar *folder = g_path_get_dirname(libvips.dli_fname);
    gchar *path = g_strdup_printf(
        "%s/vips-modules-%d.%d/vips-heif.so", folder, vips_version(0), vips_version(1));
    // A libvips that has the loader built in has no module.
    if (access(path, F_OK) == 0) {
        GModule *heif = g_module_open(path, G_MODULE_BIND_LAZY);
        if (heif) g_module_make_resident(heif);
    }
    g_free(path);
    g_free(folder);
    return vips_type_find("VipsForeignLoad", "heifload_source") != 0 ? 0 : -1;
}

cmedia_status cmedia_start(void) {
    if (start_vips() != 0) return CMEDIA_NO_MEMORY;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    static const char *const allowed[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif",
        "VipsForeignLoadWebp", "VipsForeignLoadTiff", "VipsForeignLoadHeif", "VipsForeignLoadJp2k",
    };
    for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index += 1)
        vips_operation_block_set(allowed[index], FALSE);
    // For all libraries: GLib's default writer calls getpeername on standard error, which the sandbox forbids.
    g_log_set_writer_func(ignore_message, NULL, NULL);
    cmedia_silence_movies();
    start_loaders();
    start_vectors();
    vips_error_clear();
    return CMEDIA_OK;
}

// A libvips source over an input, with its own position.

typedef struct {
    const cmedia_input *input;
    int64_t position;
} cursor;

static gint64 cursor_read(VipsSourceCustom *source, void *buffer, gint64 length, gpointer data) {
    (void)source;
    cursor *here = data;
    int64_t count = cmedia_input_read(here->input, buffer, (size_t)length, here->position);
    if (count > 0) here->position += count;
    return count;
}

static gint64 cursor_seek(VipsSourceCustom *source, gint64 offset, int whence, gpointer data) {
    (void)source;
    cursor *here = data;
    int64_t size = cmedia_input_size(here->input);
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? here->position : size;
    int64_t target;
    if (size < 0 || __builtin_add_overflow(base, offset, &target) || target < 0) return -1;
    here->position = target;
    return target;
}

static VipsSource *open_source(const cmedia_input *input) {
    VipsSourceCustom *source = vips_source_custom_new();
    cursor *here = g_new0(cursor, 1);
    here->input = input;
    g_object_set_data_full(G_OBJECT(source), "cmedia-cursor", here, g_free);
    g_signal_connect(source, "read", G_CALLBACK(cursor_read), here);
    g_signal_connect(source, "seek", G_CALLBACK(cursor_seek), here);
    return VIPS_SOURCE(source);
}

// `shrink`: 1, 2, 4 or 8 for JPEG, otherwise 1. `strict`: every warning of the decoder is an error.
static VipsImage *load(const cmedia_input *input, cmedia_loader loader, int shrink, int strict) {
    return load_from(open_source(input), loader, shrink, strict);
}

// Takes ownership of `source`.
static VipsImage *load_from(VipsSource *source, cmedia_loader loader, int shrink, int strict) {
    VipsImage *image = NULL;
    int result = -1;
    VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    VipsFailOn fail_on = strict ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_NONE;
    switch (loader) {
    case CMEDIA_LOADER_JPEG:
        result = vips_jpegload_source(
            source, &image, "access", access, "fail_on", fail_on, "shrink", shrink, NULL);
        break;
    case CMEDIA_LOADER_PNG:
        result = vips_pngload_source(source, &image, "access", access, "fail_on", fail_on, NULL);
        break;
    case CMEDIA_LOADER_GIF:
        result = vips_gifload_source(source, &image, "access", access, "fail_on", fail_on, NULL);
        break;
    case CMEDIA_LOADER_WEBP:
        result = vips_webpload_source(source, &image, "access", access, "fail_on", fail_on, NULL);
        break;
    case CMEDIA_LOADER_TIFF:
        result = vips_tiffload_source(source, &image, "access", access, "fail_on", fail_on, NULL);
        break;
    case CMEDIA_LOADER_HEIF:
        result = vips_heifload_source(source, &image, "access", access, "fail_on", fail_on, NULL);
        break;
    case CMEDIA_LOADER_JPEG2000:
        result = vips_jp2kload_source(source, &image, "access", access, "fail_on", fail_on, NULL);
        break;
    }
    g_object_unref(source);
    vips_error_clear();
    return result == 0 ? image : NULL;
}

cmedia_status cmedia_picture_open(const cmedia_input *input, cmedia_loader loader, cmedia_picture **picture) {
    VipsImage *image = load(input, loader, 1, 0);
    if (!image) return CMEDIA_DAMAGED;
    *picture = g_new0(cmedia_picture, 1);
    (*picture)->image = image;
    return CMEDIA_OK;
}

cmedia_picture_header cmedia_picture_get_header(const cmedia_picture *picture) {
    return (cmedia_picture_header){
        .width = vips_image_get_width(picture->image),
        .height = vips_image_get_page_height(picture->image),
        .pages = vips_image_get_n_pages(picture->image),
        .orientation = vips_image_get_orientation(picture->image),
    };
}

const void *cmedia_picture_get_block(const cmedia_picture *picture, const char *name, size_t *length) {
    const void *bytes = NULL;
    *length = 0;
    if (vips_image_get_typeof(picture->image, name) != VIPS_TYPE_BLOB) return NULL;
    if (vips_image_get_blob(picture->image, name, &bytes, length) != 0) {
        vips_error_clear();
        return NULL;
    }
    return bytes;
}

void cmedia_picture_close(cmedia_picture *picture) {
    g_object_unref(picture->image);
    g_free(picture);
}

// Replaces *image by `next`.
static void step(VipsImage **image, VipsImage *next) {
    g_object_unref(*image);
    *image = next;
}

// Takes ownership of `image`.
static cmedia_status write_rgba(VipsImage *image, cmedia_buffer *pixels) {
    VipsImage *next = NULL;
    if (vips_image_get_interpretation(image) != VIPS_INTERPRETATION_sRGB) {
        if (vips_colourspace(image, &next, VIPS_INTERPRETATION_sRGB, NULL) != 0) goto failed;
        step(&image, next);
    }
    if (vips_image_get_format(image) != VIPS_FORMAT_UCHAR) {
        if (vips_cast_uchar(image, &next, NULL) != 0) goto failed;
        step(&image, next);
    }
    if (vips_image_get_bands(image) == 3) {
        if (vips_bandjoin_const1(image, &next, 255, NULL) != 0) goto failed;
        step(&image, next);
    }
    if (vips_image_get_bands(image) > 4) {
        if (vips_extract_band(image, &next, 0, "n", 4, NULL) != 0) goto failed;
        step(&image, next);
    }
    if (vips_image_get_bands(image) != 4) goto failed;
    pixels->width = vips_image_get_width(image);
    pixels->height = vips_image_get_height(image);
    pixels->bytes = vips_image_write_to_memory(image, &pixels->length);
    if (!pixels->bytes) goto failed;
    g_object_unref(image);
    return CMEDIA_OK;
failed:
    vips_error_clear();
    g_object_unref(image);
    memset(pixels, 0, sizeof *pixels);
    return CMEDIA_DAMAGED;
}

// Whether libjpeg has warned of damaged pixels. Its other warnings concern bytes that the image does not need.
static int tells_of_damage(const char *messages) {
    static const char *const texts[] = {
        "Premature end of", "premature end of", "bad Huffman code", "bad arithmetic code", "instead of RST",
        "Inconsistent progression",
    };
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index += 1)
        if (strstr(messages, texts[index])) return 1;
    return 0;
}

// Takes ownership of `*image`. Returns 0 or -1.
static int invert_inks(VipsImage **image) {
    VipsImage *next = NULL;
    if (vips_image_get_interpretation(*image) != VIPS_INTERPRETATION_CMYK) return 0;
    if (vips_invert(*image, &next, NULL) != 0) return -1;
    step(image, next);
    return 0;
}

// libvips decodes twice as many pixels per side as it needs, which improves small pictures. For large ones libjpeg's
// own scaling is as good, and takes a fraction of the time.
static VipsImage *jpeg_thumbnail(
    const cmedia_input *input, int32_t width, int32_t height, int32_t shrink, int options) {
    VipsSource *source = open_source(input);
    VipsImage *decoded = NULL;
    VipsImage *fitted = NULL;
    VipsFailOn fail_on = options & CMEDIA_STRICT ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_NONE;
    int result = vips_jpegload_source(
        source, &decoded, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, "shrink", shrink, NULL);
    g_object_unref(source);
    if (result != 0) return NULL;
    if (options & CMEDIA_PLAIN_INKS) result = invert_inks(&decoded);
    if (result == 0 && options & CMEDIA_HAS_PROFILE)
        result = vips_thumbnail_image(
            decoded, &fitted, width, "height", height, "size", VIPS_SIZE_FORCE, "export_profile", "srgb", NULL);
    else if (result == 0)
        result = vips_thumbnail_image(decoded, &fitted, width, "height", height, "size", VIPS_SIZE_FORCE, NULL);
    g_object_unref(decoded);
    return result == 0 ? fitted : NULL;
}

static VipsImage *thumbnail(
    const cmedia_input *input, int32_t width, int32_t height, int32_t shrink, int options) {
    if (shrink > 1 || options & CMEDIA_PLAIN_INKS) return jpeg_thumbnail(input, width, height, shrink, options);
    VipsSource *source = open_source(input);
    VipsImage *image = NULL;
    // As an option of the loader: libvips 8.14 does not pass its own on to sources.
    const char *loading = options & CMEDIA_STRICT ? "fail_on=error" : "fail_on=none";
    int result;
    if (options & CMEDIA_HAS_PROFILE)
        result = vips_thumbnail_source(
            source, &image, width, "height", height, "size", VIPS_SIZE_FORCE, "option_string", loading,
            "export_profile", "srgb", NULL);
    else
        result = vips_thumbnail_source(
            source, &image, width, "height", height, "size", VIPS_SIZE_FORCE, "option_string", loading, NULL);
    g_object_unref(source);
    return result == 0 ? image : NULL;
}

cmedia_status cmedia_picture_pixels(
    const cmedia_input *input, int32_t width, int32_t height, int32_t shrink, int options, cmedia_buffer *pixels,
    int *is_damaged) {
    VipsImage *image = thumbnail(input, width, height, shrink, options);
    cmedia_status status = image ? write_rgba(image, pixels) : CMEDIA_DAMAGED;
    *is_damaged = tells_of_damage(vips_error_buffer());
    vips_error_clear();
    return status;
}

// Takes ownership of `image`.
static cmedia_status fit(VipsImage *image, int32_t width, int32_t height, int32_t orientation, cmedia_buffer *pixels) {
    VipsImage *copy = NULL;
    VipsImage *fitted = NULL;
    if (vips_copy(image, &copy, NULL) != 0) goto failed;
    step(&image, copy);
    vips_image_set_int(image, VIPS_META_ORIENTATION, orientation);
    if (vips_thumbnail_image(image, &fitted, width, "height", height, "size", VIPS_SIZE_DOWN, NULL) != 0) goto failed;
    g_object_unref(image);
    return write_rgba(fitted, pixels);
failed:
    vips_error_clear();
    g_object_unref(image);
    return CMEDIA_DAMAGED;
}

// Copies the rows before the decoder fails, and fills the others with middle grey. Returns the number of rows.
static int read_rows(VipsImage *image, uint8_t *bytes, size_t row) {
    memset(bytes, 128, row * (size_t)image->Ysize);
    VipsRegion *region = vips_region_new(image);
    enum { strip = 8 };
    int top = 0;
    for (; top < image->Ysize; top += strip) {
        VipsRect area = {0, top, image->Xsize, VIPS_MIN(strip, image->Ysize - top)};
        if (vips_region_prepare(region, &area) != 0) break;
        for (int line = 0; line < area.height; line += 1)
            memcpy(bytes + row * (size_t)(top + line), VIPS_REGION_ADDR(region, 0, top + line), row);
    }
    g_object_unref(region);
    vips_error_clear();
    return top;
}

// libvips returns no rows of a WebP or interlaced PNG file that cannot be decoded completely.
static cmedia_status salvage_rows(
    const cmedia_input *input, cmedia_loader loader, int32_t width, int32_t height, cmedia_buffer *pixels) {
    int32_t actual_width = width, actual_height = height;
    uint8_t *bytes = loader == CMEDIA_LOADER_PNG ? cmedia_png_rows(input, &actual_width, &actual_height)
                                                 : cmedia_webp_rows(input, &actual_width, &actual_height);
    if (!bytes) return CMEDIA_DAMAGED;
    cmedia_status status = cmedia_raw_pixels(bytes, actual_width, actual_height, 4, width, height, 1, pixels);
    free(bytes);
    return status;
}

cmedia_status cmedia_picture_salvage(
    const cmedia_input *input, cmedia_loader loader, int32_t width, int32_t height, cmedia_buffer *pixels) {
    if (loader == CMEDIA_LOADER_WEBP || loader == CMEDIA_LOADER_PNG)
        return salvage_rows(input, loader, width, height, pixels);
    VipsImage *image = load(input, loader, 1, 0);
    if (!image) return CMEDIA_DAMAGED;
    int shrink = 1;
    if (loader == CMEDIA_LOADER_JPEG)
        while (shrink < 8 && image->Xsize / (shrink * 2) >= width && image->Ysize / (shrink * 2) >= height) shrink *= 2;
    g_object_unref(image);
    image = load(input, loader, shrink, 0);
    if (!image) return CMEDIA_DAMAGED;
    cmedia_status status = CMEDIA_DAMAGED;
    size_t row = (size_t)image->Xsize * VIPS_IMAGE_SIZEOF_PEL(image);
    uint8_t *bytes = g_try_malloc(row * (size_t)image->Ysize);
    if (!bytes) {
        status = CMEDIA_NO_MEMORY;
    } else if (read_rows(image, bytes, row) > 0) {
        VipsImage *rows = vips_image_new_from_memory(
            bytes, row * (size_t)image->Ysize, image->Xsize, image->Ysize, image->Bands, image->BandFmt);
        if (rows) {
            rows->Type = image->Type;
            status = fit(rows, width, height, vips_image_get_orientation(image), pixels);
        }
    }
    g_free(bytes);
    g_object_unref(image);
    vips_error_clear();
    return status;
}

cmedia_status cmedia_encoded_pixels(
    const void *bytes, size_t length, int32_t width, int32_t height, int32_t orientation, cmedia_buffer *pixels,
    int *is_damaged) {
    VipsImage *image = vips_image_new_from_buffer(bytes, length, "", NULL);
    cmedia_status status = image ? fit(image, width, height, orientation, pixels) : CMEDIA_DAMAGED;
    *is_damaged = tells_of_damage(vips_error_buffer());
    vips_error_clear();
    return status;
}

cmedia_status cmedia_raw_pixels(
    const void *bytes, int32_t source_width, int32_t source_height, int32_t bands, int32_t width, int32_t height,
    int32_t orientation, cmedia_buffer *pixels) {
    size_t length = (size_t)source_width * (size_t)source_height * (size_t)bands;
    VipsImage *image =
        vips_image_new_from_memory(bytes, length, source_width, source_height, bands, VIPS_FORMAT_UCHAR);
    vips_error_clear();
    if (!image) return CMEDIA_NO_MEMORY;
    image->Type = VIPS_INTERPRETATION_sRGB;
    return fit(image, width, height, orientation, pixels);
}

// Converts to colours that JPEG has, with 8 bits and without transparency. Takes ownership of `*image`. Returns 0 or
// -1.
static int make_savable(VipsImage **image) {
    VipsImage *next = NULL;
    VipsInterpretation type = vips_image_get_interpretation(*image);
    int is_deep = type == VIPS_INTERPRETATION_RGB16 || type == VIPS_INTERPRETATION_GREY16;
    int is_plain = type == VIPS_INTERPRETATION_sRGB || type == VIPS_INTERPRETATION_B_W;
    if (!is_plain && !(is_deep && vips_image_get_format(*image) == VIPS_FORMAT_USHORT)) {
        // Another colour space, described by the profile.
        int result = vips_image_get_typeof(*image, VIPS_META_ICC_NAME) == VIPS_TYPE_BLOB
            ? vips_icc_transform(*image, &next, "srgb", "embedded", TRUE, NULL)
            : vips_colourspace(*image, &next, VIPS_INTERPRETATION_sRGB, NULL);
        if (result != 0) return -1;
        step(image, next);
    }
    if (vips_image_hasalpha(*image)) {
        double most = vips_image_get_format(*image) == VIPS_FORMAT_USHORT ? 65535.0 : 255.0;
        VipsArrayDouble *white = vips_array_double_newv(1, most);
        int result = vips_flatten(*image, &next, "background", white, "max_alpha", most, NULL);
        vips_area_unref(VIPS_AREA(white));
        if (result != 0) return -1;
        step(image, next);
    }
    if (vips_image_get_format(*image) != VIPS_FORMAT_UCHAR) {
        int is_short = vips_image_get_format(*image) == VIPS_FORMAT_USHORT;
        if (vips_cast(*image, &next, VIPS_FORMAT_UCHAR, "shift", is_short, NULL) != 0) return -1;
        step(image, next);
        type = vips_image_get_bands(*image) < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
        if (vips_copy(*image, &next, "interpretation", type, NULL) != 0) return -1;
        step(image, next);
    }
    return 0;
}

cmedia_status cmedia_picture_jpeg(
    const cmedia_input *input, cmedia_loader loader, int32_t quality, int options, cmedia_buffer *file) {
    VipsImage *image = load(input, loader, 1, 1);
    if (!image) return CMEDIA_DAMAGED;
    void *bytes = NULL;
    VipsImage *kept = NULL;
    int result = options & CMEDIA_PLAIN_INKS ? invert_inks(&image) : 0;
    if (result == 0) result = make_savable(&image);
    if (result == 0) result = vips_copy(image, &kept, NULL);
    if (result == 0) {
        // EXIF's thumbnail is that of the source file, and may not fit into the segment.
        vips_image_remove(kept, "jpeg-thumbnail-data");
        result = vips_jpegsave_buffer(kept, &bytes, &file->length, "Q", quality, "optimize_coding", TRUE, NULL);
        file->width = kept->Xsize;
        file->height = kept->Ysize;
        g_object_unref(kept);
    }
    g_object_unref(image);
    vips_error_clear();
    if (result != 0) return CMEDIA_DAMAGED;
    file->bytes = bytes;
    return CMEDIA_OK;
}
